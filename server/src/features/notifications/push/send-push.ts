import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sealOf } from '#server/platform/mail/queue.ts'
import { deliver } from './deliver.ts'
import { findTarget } from './devices.ts'
import type { PushMessage } from './push-message.ts'

/** Sends one message to one browser. */
export const sendPushQueue: JobQueue<{ messageId: number }> = {
  name: 'send-push',
  // As long as the message is worth showing: its row says when that ends.
  retry: { times: 100, firstSeconds: 5, longestSeconds: 900 },
  atOnce: 5,
  groups: 2,
  expireSeconds: 60,
}

const placeOf = (deviceId: number): string => `push message/${deviceId}`

/** Its text is sealed: it can hold a link that opens what waits for a client. */
export const queuePush = async (
  tx: Tx,
  { config, clock, jobs }: Services,
  deviceId: number,
  message: PushMessage,
): Promise<void> => {
  const now = clock.now()
  const { sealed, keyId } = sealOf(config).sealText(placeOf(deviceId), JSON.stringify(message))
  const { id } = await tx
    .insertInto('push_messages')
    .values({
      device_id: deviceId,
      sealed,
      key_id: keyId,
      created_at: now,
      expires_at: new Date(now.getTime() + message.seconds * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(tx, sendPushQueue, { messageId: id })
}

/** At least once: the browser shows a message that comes twice in the place of the first. */
export const sendPush = async (services: Services, messageId: number): Promise<JobOutcome> => {
  const { config, db, log } = services
  const now = services.clock.now()
  const row = await db.selectFrom('push_messages').selectAll().where('id', '=', messageId).executeTakeFirst()
  if (!row) return 'done'
  const drop = () => db.deleteFrom('push_messages').where('id', '=', messageId).execute()
  const found = row.expires_at > now ? await findTarget(db, config, row.device_id, now) : null
  // Too late, or nobody is signed in there any more.
  if (!found) {
    await drop()
    return 'done'
  }
  const message: PushMessage = JSON.parse(
    sealOf(config).openText(placeOf(row.device_id), row.sealed, row.key_id),
  )
  const delivery = await deliver(config, found.target, message)
  if (delivery.kind !== 'sent')
    log.warn(
      { device: row.device_id, delivery: delivery.kind, why: delivery.why },
      'a push message was not taken',
    )
  if (delivery.kind === 'later') return 'retry'
  await drop()
  if (delivery.kind === 'gone') await db.deleteFrom('push_devices').where('id', '=', row.device_id).execute()
  else if (delivery.kind === 'sent')
    await db.updateTable('push_devices').set({ last_sent_at: now }).where('id', '=', row.device_id).execute()
  return 'done'
}
