import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HandOverOffer } from '#domain/agencies/hand-over-contract.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/**
 * Whether offer `o` of project `p` can be accepted: nobody has answered it, its time is not over, the project is still its agency's, and who
 * made it could make it today (docs/product/hand-over.md "The offer").
 */
export const isOpen = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  o.accepted_at is null and o.declined_at is null and o.withdrawn_at is null and o.expires_at > ${now}
  and p.deleted_at is null and p.agency_id = o.from_agency_id
  and exists (select from users maker where maker.id = o.offered_by and not maker.is_blocked and (maker.is_super_admin
    or exists (select from agency_admins a where a.agency_id = o.from_agency_id and a.user_id = maker.id))))`

/**
 * Whether it is shown to the person under this alias of `users`: it is open, to their confirmed address, and they administer another agency.
 * Not while the client is archived, nor from an agency of which they want nothing.
 */
export const isOfferedTo = (person: string, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${person}.is_confirmed`)} and o.email = ${sql.ref(`${person}.email`)} and ${isOpen(now)} and p.archived_at is null
  and exists (select from agency_admins x where x.user_id = ${sql.ref(`${person}.id`)} and x.agency_id <> o.from_agency_id)
  and not exists (select from unwanted_agencies n where n.agency_id = o.from_agency_id and n.email = o.email))`

type Found = Pick<Row<'project_hand_overs'>, 'id' | 'email' | 'offered_at' | 'expires_at'> & {
  offered_by: string
}

/** The offer of a project that stands, or null. */
export const findStanding = async (
  db: Reader,
  projectId: number,
  now: Date,
): Promise<HandOverOffer | null> => {
  const { rows } = await sql<Found>`
    select o.id, o.email, o.offered_at, o.expires_at, trim(u.name || ' ' || u.last_name) as offered_by
    from project_hand_overs o join projects p on p.id = o.project_id join users u on u.id = o.offered_by
    where o.project_id = ${projectId} and ${isOpen(now)}`.execute(db)
  const [row] = rows
  return row
    ? { ...row, offered_at: row.offered_at.toISOString(), expires_at: row.expires_at.toISOString() }
    : null
}

export type Offer = Row<'project_hand_overs'>

/** Locks an offer that was made to the person's confirmed address, open or not; null if it is somebody else's. */
export const lockOffer = async (tx: Tx, userId: number, offerId: number): Promise<Offer | null> =>
  (await tx
    .selectFrom('project_hand_overs as o')
    .innerJoin('users as u', 'u.email', 'o.email')
    .selectAll('o')
    .where('o.id', '=', offerId)
    .where('u.id', '=', userId)
    .where('u.is_confirmed', '=', true)
    .forUpdate('o')
    .executeTakeFirst()) ?? null

/** Reliable while the offer is locked: nobody answers it meanwhile. */
export const isStillOpen = async (tx: Tx, { id }: Pick<Offer, 'id'>, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ is_open: boolean }>`
    select ${isOpen(now)} as is_open from project_hand_overs o join projects p on p.id = o.project_id
    where o.id = ${id}`.execute(tx)
  return rows[0]?.is_open ?? false
}

/** The owner of the address, if they administer another agency: nobody else is told of the offer. */
export const findRecipient = async (tx: Tx, fromAgencyId: number, email: string) =>
  tx
    .selectFrom('users as u')
    .innerJoin('agency_admins as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.last_name', 'a.agency_id'])
    .where('u.email', '=', email)
    .where('u.is_confirmed', '=', true)
    .where('u.is_blocked', '=', false)
    .where('a.agency_id', '<>', fromAgencyId)
    .orderBy('a.agency_id')
    .limit(1)
    .executeTakeFirst()
