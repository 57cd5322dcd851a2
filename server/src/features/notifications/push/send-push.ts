import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome } from '#server/platform/jobs/job-queues.ts'
import { countDelivery } from '#server/platform/metrics/metrics.ts'
import { readDue } from '../due-rows.ts'
import { heldUntil } from '../quiet/hold-mails.ts'
import { findReader } from '../read-digest.ts'
import { deliver } from './deliver.ts'
import { findTarget } from './devices.ts'
import { aboutOf, openPush, sendPushQueue, writePushes } from './write-pushes.ts'

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
  const { about, ...message } = openPush(config, row)
  if (await holdPush(services, messageId, about)) return 'done'
  if (!(await isStillRight(services, row, found.userId, about))) return 'done'
  const delivery = await deliver(config, found.target, message)
  countDelivery('push', delivery.kind)
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

type About = ReturnType<typeof openPush>['about']

/** A message that was not taken before quiet hours began waits for their end. @returns whether it waits */
const holdPush = ({ db, jobs, clock }: Services, messageId: number, about: About = []): Promise<boolean> =>
  inTransaction(db, async tx => {
    const ids = about.map(({ id }) => id)
    const until = await heldUntil(tx, ids, clock.now())
    if (!until) return false
    await jobs.enqueue(tx, sendPushQueue, { messageId }, { runAt: until })
    return true
  })

/**
 * Whether all that a message says is still to be said to its reader, who may have left, be blocked or have another role by now. If not, it is
 * dropped, and what remains is written anew. A version before this one kept no `about`.
 */
const isStillRight = (
  services: Services,
  { id, device_id }: { readonly id: number; readonly device_id: number },
  userId: number,
  about: About = [],
): Promise<boolean> =>
  inTransaction(services.db, async tx => {
    const person = await findReader(tx, userId)
    const ids = about.map(each => each.id)
    const due = person ? await readDue(tx, person, ids, services.clock.now()) : []
    if (person && isDeepStrictEqual(due.map(aboutOf), about)) return true
    const own = await tx.deleteFrom('push_messages').where('id', '=', id).returning('id').executeTakeFirst()
    if (own) await writePushes(tx, services, { userId, deviceIds: [device_id] }, due)
    return false
  })
