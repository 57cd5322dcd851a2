import type { Invitation } from '#domain/team/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { AgencyCall } from '#server/platform/http/route.ts'

/** The account whose identity this address is, or null. An address that nobody has confirmed names nobody (decision 15). */
export const findAccount = async (db: Reader, email: string) =>
  (await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email'])
    .where('email', '=', email)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) ?? null

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export const isAdminOf = async (db: Reader, agencyId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('agency_admins')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Whether who calls as an admin was removed meanwhile. To be asked when the agency is held. */
export const isAdminNoMore = async ({
  tx,
  agency,
  person,
}: Pick<AgencyCall, 'tx' | 'agency' | 'person'>): Promise<boolean> =>
  agency.role === 'agency-admin' && !(await isAdminOf(tx, agency.agencyId, person.userId))

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

/** Invitations that were neither accepted nor taken back, the latest first. */
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
