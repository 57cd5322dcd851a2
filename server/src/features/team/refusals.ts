import { audit } from '#server/platform/audit/audit.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

type Ended = Pick<Row<'invitations'>, 'id' | 'agency_id' | 'project_id' | 'email' | 'role'>
type Refusing = { readonly actorId: number | null; readonly now: Date; readonly address: string | null }

/** Ends a locked, open invitation in the name of the person who was invited. Its address can be invited again. */
export const endInvitation = async (
  tx: Tx,
  { id, agency_id: agencyId, project_id: projectId, email, role }: Ended,
  { now, ...who }: Refusing,
): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ is_refused: true, revoked_at: now })
    .where('id', '=', id)
    .execute()
  await audit(
    tx,
    { agencyId, projectId, now, ...who },
    { action: 'invitation.refused', subject: email, old: { role } },
  )
}

/**
 * Whether the owner of this address has said that they do not know the agency. It is not told: its invitations stay pending, but are
 * neither mailed nor shown (decision 104).
 */
export const isUnwanted = async (db: Reader, agencyId: number, email: string): Promise<boolean> =>
  (await db
    .selectFrom('unwanted_agencies')
    .select('email')
    .where('agency_id', '=', agencyId)
    .where('email', '=', email)
    .executeTakeFirst()) !== undefined
