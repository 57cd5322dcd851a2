import { sql } from 'kysely'
import type { ChatMessage } from '#domain/chat/message.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome } from '#server/platform/jobs/job-queues.ts'
import { countDelivery } from '#server/platform/metrics/metrics.ts'
import { type ChannelRow, lockChannel, resealChannels } from './channels.ts'
import { composeMessage } from './compose.ts'
import { type Delivery, deliver } from './deliver.ts'
import { writeToChatQueue } from './entries.ts'
import { switchOff } from './switch-off.ts'

/** Longer than a request can take: a worker that has not said what became of it by then is gone. */
const LEASE_MS = 60_000
/** Of two messages to one channel: Slack takes one a second. */
const APART_MS = 2_000
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000
/** After a day without an answer nobody waits for it any more. */
const GIVE_UP_MS = 86_400_000
/** A job may come this much before the moment in the row, by another machine's clock. */
const SLACK_MS = 2_000

type Claimed = {
  readonly channel: ChannelRow
  readonly message: ChatMessage | null
  readonly entryIds: readonly number[]
}

/**
 * Sends what has gathered for a channel as one message, and says in the row when to go on. The entries are deleted once the service has taken
 * the message. It takes no key that would tell a message sent twice: one that a killed worker had sent, or whose answer was lost, is sent
 * again (decision 163).
 */
export const writeToChat = async (services: Services, channelId: number): Promise<JobOutcome> => {
  const claimed = await inTransaction(services.db, tx => claim(tx, services, channelId))
  if (!claimed) return 'done'
  const { channel, message } = claimed
  const delivery: Delivery = message ? await deliver(services.config, channel, message) : { kind: 'sent' }
  if (message) countDelivery('chat', delivery.kind)
  if (delivery.kind !== 'sent')
    services.log.warn(
      { channel: channelId, delivery: delivery.kind, why: delivery.why },
      'a chat message was not taken',
    )
  await inTransaction(services.db, tx => record(tx, services, claimed, delivery))
  return 'done'
}

/** Null: there is nothing to send now, or another worker is sending it. */
const claim = async (tx: Tx, services: Services, channelId: number): Promise<Claimed | null> => {
  const now = services.clock.now()
  const channel = await lockChannel(tx, channelId)
  if (!channel?.is_on || channel.next_send_at === null) return null
  if (channel.next_send_at.getTime() > now.getTime() + SLACK_MS) return null
  if (channel.sending_until !== null && channel.sending_until > now) {
    await services.jobs.enqueue(tx, writeToChatQueue, { channelId }, { runAt: channel.sending_until })
    return null
  }
  const reading = { ...channel, publicUrl: services.config.publicUrl }
  const composed = await composeMessage(tx, reading)
  await tx
    .updateTable('chat_channels')
    .set({ sending_until: new Date(now.getTime() + LEASE_MS) })
    .where('id', '=', channelId)
    .execute()
  return { channel, ...composed }
}

const record = async (
  tx: Tx,
  services: Services,
  { channel, entryIds, message }: Claimed,
  delivery: Delivery,
): Promise<void> => {
  const now = services.clock.now()
  const present = await lockChannel(tx, channel.id)
  // Removed, or pointed elsewhere in the meantime: what became of the message is no news of the present address.
  if (!present) return
  if (!present.sealed_address.equals(channel.sealed_address) || !present.is_on) return release(tx, channel.id)
  if (delivery.kind === 'ended') return switchOff(tx, services, present, delivery)
  if (delivery.kind === 'later') return retryLater(tx, services, present, delivery)
  await tx
    .deleteFrom('chat_entries')
    .where('channel_id', '=', channel.id)
    .where('id', 'in', entryIds.length > 0 ? [...entryIds] : [0])
    .execute()
  const isSent = delivery.kind === 'sent' && message !== null
  await goOn(tx, services, channel.id, {
    attempts: 0,
    ...(isSent ? { last_sent_at: now, problem: null } : {}),
    ...(delivery.kind === 'refused' ? { problem: delivery.why } : {}),
  })
}

const release = async (tx: Tx, channelId: number): Promise<void> => {
  await tx.updateTable('chat_channels').set({ sending_until: null }).where('id', '=', channelId).execute()
}

type Changes = Partial<Pick<ChannelRow, 'attempts' | 'last_sent_at' | 'problem'>>

/** What has come in since, or did not fit into one message, is the next one. */
const goOn = async (tx: Tx, services: Services, channelId: number, changes: Changes): Promise<void> => {
  const waiting = await tx
    .selectFrom('chat_entries')
    .select('id')
    .where('channel_id', '=', channelId)
    .limit(1)
    .executeTakeFirst()
  const next = waiting ? new Date(services.clock.now().getTime() + APART_MS) : null
  await tx
    .updateTable('chat_channels')
    .set({ ...changes, sending_until: null, next_send_at: next })
    .where('id', '=', channelId)
    .execute()
  if (next) await services.jobs.enqueue(tx, writeToChatQueue, { channelId }, { runAt: next })
}

const retryLater = async (
  tx: Tx,
  services: Services,
  channel: ChannelRow,
  { waitSeconds, why }: Extract<Delivery, { kind: 'later' }>,
): Promise<void> => {
  const now = services.clock.now().getTime()
  const oldest = await tx
    .selectFrom('chat_entries')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('channel_id', '=', channel.id)
    .executeTakeFirst()
  if (oldest?.at && now - oldest.at.getTime() > GIVE_UP_MS)
    return switchOff(tx, services, channel, { reason: 'unreachable', why })
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(channel.attempts, 20), LONGEST_RETRY_MS)
  const wait = waitSeconds === null ? backoff : Math.min(Math.max(waitSeconds, 1) * 1000, GIVE_UP_MS)
  const next = new Date(now + wait)
  await tx
    .updateTable('chat_channels')
    .set({ attempts: channel.attempts + 1, problem: why, sending_until: null, next_send_at: next })
    .where('id', '=', channel.id)
    .execute()
  await services.jobs.enqueue(tx, writeToChatQueue, { channelId: channel.id }, { runAt: next })
}

/** How late a channel may be before its job is thought to be lost: longer than any job takes. */
const LOST_MS = 5 * 60_000

/** Channels about a client that was handed over: they are told nothing any more, and their agency has no such client. */
const deleteOfHandedOver = (db: Db) =>
  sql`delete from chat_channels c using projects p where p.id = c.project_id and p.agency_id <> c.agency_id`.execute(
    db,
  )

/**
 * Each minute: reseals addresses after a change of the key, deletes channels about a client that was handed over, and queues a job again for
 * a channel whose own is lost.
 */
export const tendChat = async (services: Services): Promise<void> => {
  const { db, config, clock, jobs } = services
  await resealChannels(db, config)
  await deleteOfHandedOver(db)
  const late = new Date(clock.now().getTime() - LOST_MS)
  await inTransaction(db, async tx => {
    const rows = await tx
      .updateTable('chat_channels')
      .set({ next_send_at: clock.now() })
      .where('next_send_at', '<', late)
      .where('is_on', '=', true)
      .returning('id')
      .execute()
    for (const { id } of rows) await jobs.enqueue(tx, writeToChatQueue, { channelId: id })
  })
}
