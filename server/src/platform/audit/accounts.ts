import { sql } from 'kysely'
import type { AuditAction } from '#domain/agencies/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/route.ts'
import { type AuditChange, audit } from './audit.ts'

/** Whose account it is, and who did it from where. `actorId` null: the installation's operator. */
export type OfAccount = {
  readonly userId: number
  readonly actorId: number | null
  readonly address: string
  readonly now: Date
}

/** A person's own account, changed by themselves. */
export const ownAccount = (userId: number, { address, now }: Pick<Call, 'address' | 'now'>): OfAccount => ({
  ...{ userId, actorId: userId, address, now },
})

/** Where a change of the operator comes from. */
export const COMMAND_LINE = 'command line'

type AccountAction = Extract<AuditAction, `account.${string}`>
type AccountChange = Omit<AuditChange, 'action' | 'subject'> & { readonly action: AccountAction }

/** A super-admin may act in every agency, wherever they are a member. */
const everywhere: readonly AccountAction[] = ['account.super_admin_granted', 'account.super_admin_revoked']

const agenciesOf = (userId: number) =>
  sql<{ id: number }>`
    select agency_id as id from agency_admins where user_id = ${userId}
    union select agency_id from agency_members where user_id = ${userId}
    union select p.agency_id from project_members m join projects p on p.id = m.project_id
      where m.user_id = ${userId} and p.deleted_at is null
    order by id`

/**
 * Writes what happened to somebody's account into the log of each agency that it can act in: who answers for the agency must see that a
 * password was reset, as much as who has changed a project (decision 14). Who is in none leaves no line.
 */
export const auditAccount = async (
  tx: Tx,
  { userId, ...by }: OfAccount,
  change: AccountChange,
): Promise<void> => {
  const { email: subject } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { rows } = everywhere.includes(change.action)
    ? await sql<{ id: number }>`select id from agencies order by id`.execute(tx)
    : await agenciesOf(userId).execute(tx)
  for (const { id: agencyId } of rows)
    await audit(tx, { ...by, agencyId, projectId: null }, { ...change, subject })
}
