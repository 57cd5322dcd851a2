import { type Failure, fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { findOpenInvitation } from './invitations.ts'
import { joinAgency, joinProject } from './memberships.ts'

export type Accepting = {
  readonly userId: number
  /** The person's own address, which every invitation must have been sent to. */
  readonly email: string
  /** Of the link that the person came by; null where the mailbox was proven in another way (a link that confirms the address). */
  readonly token: string | null
  readonly now: Date
  /** The network address, for the audit log. */
  readonly address?: string | null
}

/**
 * Takes the person into what they were invited to and have not accepted yet. Only for who shows in this very call that the mailbox is
 * theirs. A token accepts its own invitation, and the others of that agency: nobody who opened one mail has agreed to what other agencies
 * wrote in theirs (decision 26). An invitation to another address has ended for this person. Two calls at once accept each one once.
 * @returns how many were accepted
 */
export const acceptInvitations = async (
  tx: Tx,
  { userId, email, token, now, address = null }: Accepting,
): Promise<number | Failure<'invitation_ended'>> => {
  const recipient = email.toLowerCase()
  const named = token === null ? null : await findOpenInvitation(tx, token, now)
  if (token !== null && named?.email !== recipient) return fail('invitation_ended')
  const open = await tx
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .selectAll('i')
    .where('i.email', '=', recipient)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .$if(named !== null, query => query.where('i.agency_id', '=', named?.agency_id ?? 0))
    .orderBy('i.id')
    .forUpdate('i')
    .execute()
  // Taken back, sent anew or accepted while we waited for it.
  if (named && !open.some(({ id, token_hash }) => id === named.id && token_hash.equals(named.token_hash)))
    return fail('invitation_ended')
  for (const invitation of open) await acceptOne(tx, invitation, { userId, now, address })
  return open.length
}

const acceptOne = async (
  tx: Tx,
  invitation: Row<'invitations'>,
  { userId, now, address }: { userId: number; now: Date; address: string | null },
): Promise<void> => {
  const { id, agency_id: agencyId, project_id: projectId, role, email } = invitation
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('id', '=', id)
    .execute()
  if (projectId === null) await joinAgency(tx, { agencyId, userId, role, now })
  else await joinProject(tx, { projectId, userId, role, now })
  const by = { agencyId, projectId, actorId: userId, address, now }
  await audit(tx, by, { action: 'invitation.accepted', subject: email, new: { role } })
}
