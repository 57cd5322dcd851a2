import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { readDue } from '../due-rows.ts'
import { type Due, listWaiting, readQuietEnd } from '../quiet/hold-mails.ts'
import { findReader } from '../read-digest.ts'
import { listDevices } from './devices.ts'
import { writePushes } from './write-pushes.ts'

/** Looked up at a time. */
const AT_ONCE = 20
/** After a fault with one person's messages, which delays nobody else's. */
const RETRY_MS = 5 * 60_000

/**
 * Writes the push messages that are due: what happened to a person at one moment is one message for each agency. What was read in the app,
 * is gone or decided is left out, as in mails (docs/product/notifications.md "Push").
 * @returns how many people were looked at
 */
export const pushDue = async (services: Services): Promise<number> => {
  const now = services.clock.now()
  const rows = await services.db
    .selectFrom('waiting_pushes')
    .select('user_id')
    .where('push_at', '<=', now)
    .groupBy('user_id')
    .orderBy(({ fn }) => fn.min('push_at'))
    .limit(AT_ONCE)
    .execute()
  for (const { user_id: userId } of rows)
    try {
      await inTransaction(services.db, tx => pushTo(tx, userId, now, services))
    } catch (error) {
      services.log.error({ err: error, userId }, 'a push message could not be written')
      await services.db
        .updateTable('waiting_pushes')
        .set({ push_at: new Date(now.getTime() + RETRY_MS) })
        .where('user_id', '=', userId)
        .where('push_at', '<=', now)
        .execute()
    }
  return rows.length
}

const pushTo = async (tx: Tx, userId: number, now: Date, services: Services): Promise<void> => {
  await holdPushes(tx, userId, now)
  const taken = await tx
    .deleteFrom('waiting_pushes')
    .where('user_id', '=', userId)
    .where('push_at', '<=', now)
    .returning('notification_id')
    .execute()
  const person = await findReader(tx, userId)
  // Taken by another worker, or a person who is blocked.
  if (taken.length === 0 || !person) return
  const devices = await listDevices(tx, person, now)
  if (devices.length === 0) return
  const ids = taken.map(({ notification_id }) => notification_id)
  const due = await readDue(tx, person, ids, now)
  const deviceIds = devices.map(({ id }) => id)
  await writePushes(tx, services, { userId, deviceIds }, due)
}

/** Moves what can wait to the end of the person's quiet hours, as mails are. */
const holdPushes = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  const until = await readQuietEnd(tx, userId, now)
  if (!until) return
  const due = await tx
    .selectFrom('waiting_pushes as w')
    .innerJoin('notifications as n', 'n.id', 'w.notification_id')
    .select(['n.id', 'n.kind', 'n.post_social_id'])
    .where('w.user_id', '=', userId)
    .where('w.push_at', '<=', now)
    .execute()
  const ids = await listWaiting(tx, due as Due[], { now, until })
  if (ids.length > 0)
    await tx
      .updateTable('waiting_pushes')
      .set({ push_at: until })
      .where('notification_id', 'in', ids)
      .execute()
}
