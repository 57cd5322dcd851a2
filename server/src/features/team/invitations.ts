import { createHash, randomBytes } from 'node:crypto'
import { INVITATION_DAYS, type Invitation } from '#domain/team/model.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'

type InvitationRow = Omit<Row<'invitations'>, 'token_hash'> & { inviter: string | null }

export const toWireInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  agency_id: row.agency_id,
  project_id: row.project_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.expires_at > now ? 'pending' : 'expired',
  invited_by: row.inviter,
  sent_at: row.sent_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Invitations that were neither accepted nor revoked, latest first. */
export const listOpenInvitations = async (
  db: Reader,
  where: { readonly projectId: number } | { readonly id: number },
  now: Date,
): Promise<Invitation[]> => {
  const rows = await db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select(eb =>
      eb
        .fn<string | null>('trim', [eb.fn('concat_ws', [eb.val(' '), 'u.name', 'u.last_name'])])
        .as('inviter'),
    )
    .$if('projectId' in where, query =>
      query.where('i.project_id', '=', 'projectId' in where ? where.projectId : 0),
    )
    .$if('id' in where, query => query.where('i.id', '=', 'id' in where ? where.id : 0))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .orderBy('i.id', 'desc')
    .execute()
  return rows.map(row => toWireInvitation({ ...row, inviter: row.inviter || null }, now))
}

/** What is stored of an invitation's token. */
export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest()

type Found = Pick<Row<'invitations'>, 'id' | 'email' | 'name' | 'agency_id' | 'project_id' | 'token_hash'>

/**
 * The invitation with this token, or null if it is unknown, accepted, revoked or expired, or its project was deleted or is archived.
 * Somebody who has the token has read the mail that was sent to `email`.
 */
export const findOpenInvitation = async (db: Reader, token: string, now: Date): Promise<Found | null> =>
  (await db
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.id', 'i.email', 'i.name', 'i.agency_id', 'i.project_id', 'i.token_hash'])
    .where('i.token_hash', '=', hashInvitationToken(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .executeTakeFirst()) ?? null

/**
 * The invitation with this token, whatever its state; `where`: the name of what it is to, the agency or its project. Null when no invitation has this
 * token.
 */
export const findInvitation = async (db: Reader, token: string, now: Date) => {
  const row = await db
    .selectFrom('invitations as i')
    .innerJoin('agencies as a', 'a.id', 'i.agency_id')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.email', 'i.accepted_at', 'i.accepted_by', 'i.revoked_at', 'i.expires_at', 'p.deleted_at'])
    .select(['a.name as agency', 'p.name as project'])
    .where('i.token_hash', '=', hashInvitationToken(token))
    .executeTakeFirst()
  if (!row) return null
  const isOver = row.revoked_at !== null || row.expires_at <= now || row.deleted_at !== null
  const ending = isOver ? 'ended' : 'open'
  return {
    email: row.email,
    accepted_by: row.accepted_by,
    agency: row.agency,
    where: row.project ?? row.agency,
    status: row.accepted_at === null ? ending : 'accepted',
  } as const
}

/** Locks an open invitation of this agency; null once it has ended. */
export const lockOpenInvitation = async ({ tx, agency }: AgencyCall, invitationId: number) =>
  (await tx
    .selectFrom('invitations as i')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.id', 'i.project_id', 'i.name', 'i.email', 'i.role', 'p.name as project_name'])
    .select('p.archived_at')
    .where('i.id', '=', invitationId)
    .where('i.agency_id', '=', agency.agencyId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()) ?? null

const DAY_MS = 86_400_000

export const newToken = (now: Date) => {
  const token = randomBytes(32).toString('base64url')
  return {
    token,
    columns: {
      token_hash: hashInvitationToken(token),
      sent_at: now,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    },
  }
}

/**
 * Locks what the agency sent to an address, in the order of the ids. Everything that ends invitations locks them before it touches places in
 * projects and agencies, so that two calls never deadlock.
 */
export const lockInvitations = (
  tx: Tx,
  { agency_id, email }: Pick<Row<'invitations'>, 'agency_id' | 'email'>,
): Promise<Row<'invitations'>[]> =>
  tx
    .selectFrom('invitations')
    .selectAll()
    .where('agency_id', '=', agency_id)
    .where('email', '=', email)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * All that were sent to an address, for one project or, without it, for every place; or all that a person has sent, but to clients if those
 * keep what they were promised.
 */
type OpenInvitations =
  | { readonly email: string; readonly projectId?: number }
  | { readonly sentBy: number; readonly mayClientsKeep: boolean }

/** Revokes those of them that are still open in the agency. */
export const revokeOpenInvitations = async (tx: Tx, by: AuditBy, which: OpenInvitations): Promise<void> => {
  const revoked = await tx
    .updateTable('invitations')
    .set({ revoked_at: by.now })
    .where('agency_id', '=', by.agencyId)
    .where(row => {
      if ('sentBy' in which) {
        const isTheirs = row('invited_by', '=', which.sentBy)
        return which.mayClientsKeep ? row.and([isTheirs, row('role', '!=', 'external-approver')]) : isTheirs
      }
      const { email, projectId } = which
      const isTheirs = row('email', '=', email)
      return projectId === undefined ? isTheirs : row.and([isTheirs, row('project_id', '=', projectId)])
    })
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(['project_id', 'role', 'email'])
    .execute()
  for (const { project_id, role, email } of revoked)
    await audit(
      tx,
      { ...by, projectId: project_id },
      { action: 'invitation.revoked', subject: email, old: { role } },
    )
}

/** Revokes what a person who is blocked has sent, in every agency: a second address of theirs must not be let in. */
export const revokeInvitationsOfBlocked = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  const agencies = await tx
    .selectFrom('invitations')
    .select('agency_id')
    .distinct()
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('agency_id')
    .execute()
  for (const { agency_id: agencyId } of agencies) {
    const by = { agencyId, projectId: null, actorId: null, address: null, now }
    await revokeOpenInvitations(tx, by, { sentBy: userId, mayClientsKeep: false })
  }
}

/** The agency of an invitation, for the session gate. */
export const findAgencyOfInvitation = async (db: Reader, id: number): Promise<number | null> => {
  const row = await db.selectFrom('invitations').select('agency_id').where('id', '=', id).executeTakeFirst()
  return row?.agency_id ?? null
}
