import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
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
