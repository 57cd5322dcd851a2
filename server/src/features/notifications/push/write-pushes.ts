import type { Config } from '#server/config.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'
import { openContent, type SealedColumns, sealContent } from '#server/platform/session/seal-rows.ts'
import type { DueRow } from '../due-rows.ts'
import { dividedByLink, readDigest } from '../read-digest.ts'
import { type PushMessage, pushMessage } from './push-message.ts'

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

/** What a message says, as its reader sees it. */
export const aboutOf = ({ id, role }: DueRow) => ({ id, role })

/** A message on its way, with what it says: each try asks whether that is still to be said. */
type WrittenPush = PushMessage & { readonly about: readonly ReturnType<typeof aboutOf>[] }

/** Its text is sealed: it can hold a link that opens what waits for a client. */
const queuePush = async (
  tx: Tx,
  { config, clock, jobs }: Services,
  deviceId: number,
  message: WrittenPush,
): Promise<void> => {
  const now = clock.now()
  const { id } = await tx
    .insertInto('push_messages')
    .values({
      device_id: deviceId,
      ...sealContent(config, placeOf(deviceId), message),
      created_at: now,
      expires_at: new Date(now.getTime() + message.seconds * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(tx, sendPushQueue, { messageId: id })
}

export const openPush = (config: Config, row: SealedColumns & { readonly device_id: number }): WrittenPush =>
  openContent(config, placeOf(row.device_id), row)

type To = { readonly userId: number; readonly deviceIds: readonly number[] }

/** Writes what is due to a person: one message for each agency, to each of these devices. */
export const writePushes = async (
  tx: Tx,
  services: Services,
  { userId, deviceIds }: To,
  due: readonly DueRow[],
): Promise<void> => {
  for (const [agencyId, own] of await byAgency(tx, due))
    for (const rows of dividedByLink(own)) {
      const message = pushMessage(await readDigest(tx, { userId, agencyId }, rows, services))
      for (const id of deviceIds) await queuePush(tx, services, id, { ...message, about: rows.map(aboutOf) })
    }
}

const byAgency = async (tx: Tx, rows: readonly DueRow[]): Promise<ReadonlyMap<number, DueRow[]>> => {
  if (rows.length === 0) return new Map()
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'agency_id'])
    .where('id', 'in', [...new Set(rows.map(({ project_id }) => project_id))])
    .execute()
  const agencies = new Map(projects.map(({ id, agency_id }) => [id, agency_id]))
  return Map.groupBy(rows, ({ project_id }) => agencies.get(project_id) ?? 0)
}
