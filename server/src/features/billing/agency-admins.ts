import type { Tx } from '#server/platform/db/database.ts'

/** The people who get the mails about their agency's bill. */
export const listAdmins = (tx: Tx, agencyId: number) =>
  tx
    .selectFrom('agency_admins')
    .innerJoin('users', 'users.id', 'agency_admins.user_id')
    .select(['users.name', 'users.last_name', 'users.email'])
    .where('agency_admins.agency_id', '=', agencyId)
    .where('users.is_blocked', '=', false)
    .orderBy('users.id')
    .execute()
