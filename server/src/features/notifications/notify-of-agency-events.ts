import { sql } from 'kysely'
import { notificationsOf, type Relation } from '#domain/notifications/recipients.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { notifyPages } from '#server/platform/events/notified.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'

const AT_ONCE = 200

type AgencyEvent = Pick<Row<'agency_events'>, 'id' | 'agency_id' | 'type' | 'user_id' | 'hand_over_id'>

/**
 * Notifies admins of what happened to their agencies. An event is deleted in the transaction that writes its notifications, so that it
 * is announced once. Its mail
 * was queued with it: no other is sent (docs/product/notifications.md "Kinds").
 * @returns how many events were handled
 */
export const notifyOfAgencyEvents = (services: Services): Promise<number> =>
  inTransaction(services.db, async tx => {
    const { rows: events } = await sql<AgencyEvent>`
      delete from agency_events where id in
        (select id from agency_events order by id limit ${AT_ONCE} for update skip locked)
      returning id, agency_id, type, user_id, hand_over_id`.execute(tx)
    const notifications = []
    for (const { agency_id, type, user_id, hand_over_id } of events.toSorted(
      (one, other) => one.id - other.id,
    ))
      for (const { userId, kind } of notificationsOf(
        { type, actorId: null },
        await listAdmins(tx, agency_id, user_id),
      ))
        notifications.push({
          user_id: userId,
          kind,
          agency_id,
          hand_over_id,
          created_at: services.clock.now(),
        })
    if (notifications.length === 0) return events.length
    await tx.insertInto('notifications').values(notifications).execute()
    await notifyPages(
      tx,
      notifications.map(({ user_id }) => user_id),
    )
    return events.length
  })

/** `onlyId`: whom alone it is about. */
const listAdmins = async (tx: Tx, agencyId: number, onlyId: number | null) => {
  const admins = await tx
    .selectFrom('agency_admins')
    .innerJoin('users', 'users.id', 'agency_admins.user_id')
    .select('users.id as userId')
    .where('agency_admins.agency_id', '=', agencyId)
    .where('users.is_blocked', '=', false)
    .orderBy('users.id')
    .execute()
  return admins.map(({ userId }) => ({
    userId,
    role: 'agency-admin' as const,
    maySee: true,
    relations: new Set<Relation>(onlyId === userId ? ['administrator', 'added'] : ['administrator']),
  }))
}
