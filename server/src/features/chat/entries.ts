import { sql } from 'kysely'
import { chatEvents } from '#domain/chat/topics.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'

/** Writes to one channel. The row says when, so that a job too many does nothing. */
export const writeToChatQueue: JobQueue<{ channelId: number }> = {
  name: 'write-to-chat',
  // Only for a fault of ours: how often a service is asked again, and when, is in the row (docs/product/chat.md "Delivery").
  retry: { times: 20, firstSeconds: 10, longestSeconds: 600 },
  atOnce: 5,
  groups: 2,
  expireSeconds: 90,
}

/** What happens within this time of the first thing is one message. */
export const GATHER_MS = 10_000

/** Each kind of event with each of its topics, side by side. */
const pairs = Object.entries(chatEvents).flatMap(([type, { topics }]) =>
  topics.map((topic: string) => ({ type, topic })),
)

/**
 * Notes events for the channels that are told of them, in the transaction that notifies people, and queues a job for each channel that has
 * none. Whether a client may see it is asked when it is sent.
 */
export const queueForChat = async (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  eventIds: readonly number[],
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ channel_id: number }>`
    insert into chat_entries (channel_id, event_id, created_at)
    select distinct c.id, e.id, ${now}::timestamptz from events e
      join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
      join unnest(${pairs.map(({ type }) => type)}::text[], ${pairs.map(({ topic }) => topic)}::text[]) t(type, topic)
        on t.type = e.type
      join chat_channels c on c.agency_id = p.agency_id and c.is_on and t.topic = any(c.topics)
        and (c.project_id is null or c.project_id = e.project_id)
    where e.id = any(${[...eventIds]}::bigint[])
      -- Of several approvers one has decided: nobody has anything to do yet.
      and (e.type <> 'approval.round_approved' or e.detail ? 'next_round')
    on conflict do nothing
    returning channel_id`.execute(tx)
  for (const channelId of [...new Set(rows.map(row => row.channel_id))].sort((one, other) => one - other))
    await sendAt(tx, services, channelId, new Date(now.getTime() + GATHER_MS))
}

/** Sends what waits at this time, unless an earlier one has been set. */
const sendAt = async (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  channelId: number,
  at: Date,
): Promise<void> => {
  const set = await tx
    .updateTable('chat_channels')
    .set({ next_send_at: at })
    .where('id', '=', channelId)
    .where('next_send_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (set) await jobs.enqueue(tx, writeToChatQueue, { channelId }, { runAt: at })
}
