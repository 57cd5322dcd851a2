import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OwnInvitation } from '#domain/team/model.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'

/**
 * Whether invitation `i` with its project `p` is open to the person under this alias of `users`: it is to their confirmed address, and of no
 * agency that they do not want.
 */
export const isOpenTo = (person: string, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${person}.is_confirmed`)} and i.email = ${sql.ref(`${person}.email`)} and i.accepted_at is null
  and i.revoked_at is null and i.expires_at > ${now} and p.deleted_at is null and p.archived_at is null
  and not exists (select from unwanted_agencies n where n.agency_id = i.agency_id and n.email = i.email))`

/** The open invitations to the person's confirmed address, the latest first, without those of agencies that they do not want. */
export const readOwnInvitations = async (db: Reader, userId: number, now: Date): Promise<OwnInvitation[]> => {
  const { rows } = await sql<Omit<OwnInvitation, 'expires_at'> & { expires_at: Date }>`
    select i.id, a.name as agency, p.name as project, i.role, i.expires_at,
      nullif(trim(concat_ws(' ', by.name, by.last_name)), '') as invited_by
    from users u
    join invitations i on i.email = u.email
    join agencies a on a.id = i.agency_id
    left join projects p on p.id = i.project_id
    left join users by on by.id = i.invited_by
    where u.id = ${userId} and ${isOpenTo('u', now)}
    order by i.id desc`.execute(db)
  return rows.map(row => ({ ...row, expires_at: row.expires_at.toISOString() }))
}

/** Locks an invitation to the person's confirmed address, open or not; null if it is somebody else's. */
export const lockInvitationOf = async (tx: Tx, userId: number, invitationId: number) =>
  (await tx
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.email', 'i.email')
    .leftJoin('projects as p', 'p.id', 'i.project_id')
    .selectAll('i')
    .select(['p.deleted_at as project_deleted_at', 'p.archived_at as project_archived_at'])
    .where('i.id', '=', invitationId)
    .where('u.id', '=', userId)
    .where('u.is_confirmed', '=', true)
    .forUpdate('i')
    .executeTakeFirst()) ?? null

type LockedInvitation = NonNullable<Awaited<ReturnType<typeof lockInvitationOf>>>

export const isOpenToOwner = (
  { accepted_at, revoked_at, expires_at, project_deleted_at, project_archived_at }: LockedInvitation,
  now: Date,
): boolean => !accepted_at && !revoked_at && expires_at > now && !project_deleted_at && !project_archived_at
