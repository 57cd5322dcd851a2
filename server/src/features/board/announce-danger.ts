import { sql } from 'kysely'
import type { OutlookReason } from '#domain/publishing/outlook.ts'
import type { OutlookCode } from '#domain/publishing/outlook-codes.ts'
import {
  listPlannedVersions,
  type PlannedVersion,
  readOutlooks,
} from '#server/features/publishing/outlooks.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'

export const announceDangerQueue: JobQueue = {
  name: 'announce-danger',
  cron: '* * * * *',
  expireSeconds: 300,
}

/** How long before its time people are told that a post will not go out. */
const DANGER_MINUTES = 10
/** More than one minute has in any installation; what is left comes a minute later. */
const VERSIONS_MAX = 10_000

/** Somebody has decided so for all posts of a client or an agency, and all its pages say it. */
const decidedForAll: readonly OutlookCode[] = ['paused', 'held', 'agency_stopped']

type Endangered = { readonly version: PlannedVersion; readonly reason: OutlookReason; readonly dueAt: Date }

/**
 * Tells who made a post, and the admins of its agency, ten minutes before its time that it will not go out: each version once for each
 * time (docs/product/board.md "Ten minutes before").
 */
export const announceDanger = async (services: Services): Promise<JobOutcome> => {
  const now = services.clock.now()
  const range = { from: now, until: new Date(now.getTime() + DANGER_MINUTES * 60_000 + 1) }
  const projectIds = await listProjectsDue(services.db, range)
  if (projectIds.length === 0) return 'done'
  const versions = await listPlannedVersions(services.db, projectIds, { ...range, limit: VERSIONS_MAX })
  const outlooks = await readOutlooks(services, services.db, { versions, now })
  const endangered = outlooks.flatMap(({ version, outlook }): Endangered[] => {
    const [first] = outlook.reasons
    if (outlook.risk !== 'red' || !first || version.datetime === null) return []
    const isDecided = outlook.reasons.some(({ code }) => decidedForAll.includes(code))
    return isDecided ? [] : [{ version, reason: first, dueAt: version.datetime }]
  })
  if (endangered.length > 0) await inTransaction(services.db, tx => tell(tx, endangered, now))
  return 'done'
}

const listProjectsDue = async (db: Db, { from, until }: { from: Date; until: Date }): Promise<number[]> => {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from schedules
    where deleted_at is null and released_at is null and datetime >= ${from} and datetime < ${until}
      and not exists (select from projects p where p.id = schedules.project_id and p.archived_at is not null)`.execute(
    db,
  )
  return rows.map(row => row.project_id)
}

/** What this worker, and no other, has recorded. */
const tell = async (tx: Tx, endangered: readonly Endangered[], now: Date): Promise<void> => {
  const rows = await tx
    .insertInto('danger_alerts')
    .values(
      endangered.map(({ version, dueAt }) => ({
        post_social_id: version.id,
        project_id: version.project_id,
        due_at: dueAt,
        told_at: now,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('post_social_id')
    .execute()
  const won = new Set(rows.map(row => row.post_social_id))
  await emitAll(
    tx,
    endangered
      .filter(({ version }) => won.has(version.id))
      .map(({ version, reason, dueAt }) =>
        eventOf('post_social.endangered', version, null, {
          reason: reason.code,
          due_at: dueAt.toISOString(),
        }),
      ),
  )
}
