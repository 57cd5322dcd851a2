import { sql } from 'kysely'
import pLimit from 'p-limit'
import { nextStoryReading, STORY_RETRY_MS } from '#domain/analytics/gathering.ts'
import { findMetric, seriesNumbers } from '#domain/analytics/metrics.ts'
import { NETWORK_ZONE } from '#domain/analytics/pacific-days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { openAccount } from '#server/features/social-accounts/ask-network.ts'
import type { StoryFigures } from '#server/networks/network-reader.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import type { Gatherer } from './gatherer.ts'

export const gatherStoriesQueue: JobQueue = {
  name: 'gather-stories',
  cron: '*/5 * * * *',
  expireSeconds: 600,
}

/** They wait for networks, not for this machine. */
const AT_ONCE = 8
/** Then the next job goes on, perhaps in another worker. */
const ENOUGH_MS = 240_000
/** Without access there is nothing to read; it may be back within a story's life. */
const CLOSED_MS = 3_600_000
/** All stories of a day have ended long before. */
const KEPT_DAYS = 7

type DueAccount = {
  readonly id: number
  readonly projectId: number
  readonly network: SocialNetwork
  readonly externalId: string
}

/** Reads the stories of accounts, no matter who published them, while their figures can be read (docs/product/analytics.md "Stories"). */
export const gatherStories = async (gatherer: Gatherer): Promise<JobOutcome> => {
  const { clock } = gatherer.services
  const begun = clock.now().getTime()
  const limit = pLimit(AT_ONCE)
  while (clock.now().getTime() - begun < ENOUGH_MS) {
    const due = await takeDue(gatherer)
    if (due.length === 0) break
    await Promise.all(
      due.map(account =>
        limit(() =>
          gatherAccount(gatherer, account).catch((error: unknown) =>
            gatherer.services.log.error(
              { err: error, account: account.id },
              'the stories of an account could not be gathered',
            ),
          ),
        ),
      ),
    )
  }
  return 'done'
}

/** Those whose turn it is. They are put off first: a worker that dies over them leaves them to the next in time. */
const takeDue = async ({ services: { db, clock } }: Gatherer): Promise<readonly DueAccount[]> => {
  const now = clock.now()
  const { rows } = await sql<DueAccount>`
    update metric_accounts m set stories_due_at = ${new Date(now.getTime() + STORY_RETRY_MS)}
    where m.id in (select d.id from metric_accounts d
      join social_accounts s on s.project_id = d.project_id and s.social_network = d.social_network
        and s.external_id = d.external_id and s.removed_at is null and not s.needs_reconnecting
      join projects p on p.id = d.project_id and p.deleted_at is null
      where d.stories_due_at <= ${now}
      order by d.stories_due_at limit ${AT_ONCE} for update of d skip locked)
    returning m.id, m.project_id as "projectId", m.social_network as network, m.external_id as "externalId"`.execute(
    db,
  )
  return rows
}

const gatherAccount = async (gatherer: Gatherer, due: DueAccount): Promise<void> => {
  const { services, readers } = gatherer
  const now = services.clock.now()
  const opened = await openAccount(services, due, due.network)
  if (opened.kind === 'closed' || opened.account.externalId !== due.externalId)
    return putOff(gatherer, due, CLOSED_MS)
  const read = await readers[due.network].readStories(opened.account)
  if (read.kind === 'not_read') return putOff(gatherer, due, read.retryAfterMs ?? STORY_RETRY_MS)
  await inTransaction(services.db, async tx => {
    await keepStories(tx, due, read.value, now)
    await keepDays(tx, due)
    await tx
      .updateTable('metric_accounts')
      .set({ stories_due_at: nextStoryReading(due.network, read.value, now) })
      .where('id', '=', due.id)
      .execute()
  })
}

const putOff = async (
  { services: { db, clock } }: Gatherer,
  { id }: DueAccount,
  ms: number,
): Promise<void> => {
  await db
    .updateTable('metric_accounts')
    .set({ stories_due_at: new Date(clock.now().getTime() + ms) })
    .where('id', '=', id)
    .execute()
}

const keepStories = async (
  tx: Tx,
  { id }: DueAccount,
  stories: readonly StoryFigures[],
  now: Date,
): Promise<void> => {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000)
  await tx
    .deleteFrom('story_figures')
    .where('metric_account_id', '=', id)
    .where('published_at', '<', oldest)
    .execute()
  if (stories.length === 0) return
  await tx
    .insertInto('story_figures')
    .values(
      stories.map(({ externalId, publishedAt, reach, engagement }) => ({
        metric_account_id: id,
        external_id: externalId,
        published_at: publishedAt,
        reach,
        engagement,
      })),
    )
    // What people did is not undone by a reading that comes late or empty; of nulls and numbers it is the number.
    .onConflict(conflict =>
      conflict.columns(['metric_account_id', 'external_id']).doUpdateSet({
        reach: sql`greatest(excluded.reach, story_figures.reach)`,
        engagement: sql`greatest(excluded.engagement, story_figures.engagement)`,
      }),
    )
    .execute()
}

/** The sums by the Pacific day on which the stories were published. */
const keepDays = async (tx: Tx, { id, network }: DueAccount): Promise<void> => {
  const reach = findMetric(network, 'story_reach')?.number
  const engagement = findMetric(network, 'story_engagement')?.number
  if (reach === undefined || engagement === undefined) throw new Error(`${network} has no metrics of stories`)
  await sql`insert into metric_points (metric_account_id, metric, series, day, value)
    select ${id}::int, m.metric, ${sql.lit(seriesNumbers.total)}, (f.published_at at time zone ${sql.lit(NETWORK_ZONE)})::date, sum(m.value)
    from story_figures f
    cross join lateral (values (${reach}::smallint, f.reach), (${engagement}::smallint, f.engagement)) as m(metric, value)
    where f.metric_account_id = ${id} and m.value is not null group by 2, 4
    on conflict (metric_account_id, metric, series, day) do update
      set value = greatest(excluded.value, metric_points.value)`.execute(tx)
}
