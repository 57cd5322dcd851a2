import { type Failure, fail } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { findOpenInvitation } from './invitations.ts'
import { joinAgency, joinProject } from './memberships.ts'

export type Accepting = {
  readonly userId: number
  /** The person's own email address, to which every invitation must have been sent. */
  readonly email: string
  /** The token of the link that the person followed. */
  readonly token: string
  readonly now: Date
  /** The IP address, for the audit log. */
  readonly address?: string | null
}

/**
 * Accepts by the link of a mail. Only call it when this very request proves that the mailbox is theirs. A token accepts its own invitation
 * and the others of the same agency, and nothing of other agencies (decision 26). A token that was sent to another address counts as ended.
 * Two simultaneous calls accept each invitation once.
 * @returns how many were accepted
 */
export const acceptInvitations = async (
  tx: Tx,
  { userId, email, token, now, address = null }: Accepting,
): Promise<number | Failure<'invitation_ended'>> => {
  const recipient = email.toLowerCase()
  const named = await findOpenInvitation(tx, token, now)
  if (named?.email !== recipient) return fail('invitation_ended')
  const open = await tx
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .selectAll('i')
    .where('i.email', '=', recipient)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('i.agency_id', '=', named.agency_id)
    .orderBy('i.id')
    .forUpdate('i')
    .execute()
  // Revoked, resent or accepted while this call waited for the lock.
  if (!open.some(({ id, token_hash }) => id === named.id && token_hash.equals(named.token_hash)))
    return fail('invitation_ended')
  for (const invitation of open) await acceptOne(tx, invitation, { userId, now, address })
  return open.length
}

/** Adds the person to what they were invited to. The invitation is locked and open. */
export const acceptOne = async (
  tx: Tx,
  invitation: Pick<Row<'invitations'>, 'id' | 'agency_id' | 'project_id' | 'role' | 'email'>,
  { userId, now, address }: { userId: number; now: Date; address: string | null },
): Promise<void> => {
  const { id, agency_id: agencyId, project_id: projectId, role, email } = invitation
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('id', '=', id)
    .execute()
  if (projectId === null) await joinAgency(tx, { agencyId, userId, role, now })
  else await joinProject(tx, { projectId, agencyId, userId, role, now })
  const by = { agencyId, projectId, actorId: userId, address, now }
  await audit(tx, by, { action: 'invitation.accepted', subject: email, new: { role } })
}
