import { sql } from 'kysely'
import type { AuditAction } from '#domain/kernel/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/route.ts'
import { type AuditChange, audit } from './audit.ts'

/** Whose account was changed, by whom and from where. `actorId` null: the operator. */
export type OfAccount = {
  readonly userId: number
  readonly actorId: number | null
  readonly address: string
  readonly now: Date
}

/** A change that people make to their own account. */
export const ownAccount = (userId: number, { address, now }: Pick<Call, 'address' | 'now'>): OfAccount => ({
  userId,
  actorId: userId,
  address,
  now,
})

/** The address recorded for changes by the operator. */
export const COMMAND_LINE = 'command line'

type AccountAction = Extract<AuditAction, `account.${string}`>
type AccountChange = Omit<AuditChange, 'action' | 'subject'> & { readonly action: AccountAction }

/** A super-admin can act in every agency, so every agency's log records these. */
const everywhere: readonly AccountAction[] = ['account.super_admin_granted', 'account.super_admin_revoked']

const agenciesOf = (userId: number) =>
  sql<{ id: number }>`
    select agency_id as id from agency_admins where user_id = ${userId}
    union select agency_id from agency_members where user_id = ${userId}
    union select p.agency_id from project_members m join projects p on p.id = m.project_id
      where m.user_id = ${userId} and p.deleted_at is null
    order by id`

/**
 * Records a change to somebody's account in the audit log of each agency they can act in: its admins must see that a password was reset,
 * just as they see who changed a project (decision 14). Nothing is recorded for a person without an agency.
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
