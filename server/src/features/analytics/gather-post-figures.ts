import { sql } from 'kysely'
import pLimit from 'p-limit'
import {
  figuresEndAt,
  firstReadingHours,
  nextReading,
  type Published,
  repeatedReading,
} from '#domain/analytics/gathering.ts'
import { openAccount } from '#server/features/social-accounts/ask-network.ts'
import { countPaidCalls, isBudgetUsed } from '#server/features/social-accounts/paid-calls.ts'
import type { PostFigures } from '#server/networks/network-reader.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import type { Gatherer } from './gatherer.ts'

export const gatherPostFiguresQueue: JobQueue = {
  name: 'gather-post-figures',
  cron: '*/5 * * * *',
  expireSeconds: 600,
}

/** Of one account: about what one call takes. */
const POSTS_AT_ONCE = 50
/** They wait for networks, not for this machine. */
const ACCOUNTS_AT_ONCE = 8
/** Then the next job goes on, perhaps in another worker. */
const ENOUGH_MS = 240_000
/** Published longer ago, they are not read any more. */
const READ_DAYS = 28
/** How long posts wait where this month's budget is used up; it may be raised, and the month may end. */
const OVER_BUDGET_MS = 6 * 3_600_000

type DuePost = Published & {
  readonly id: number
  readonly projectId: number
  readonly externalId: string
}

/** Reads the figures of published posts, soon often and then daily, and those of stories until they end (docs/product/analytics.md "Posts"). */
export const gatherPostFigures = async (gatherer: Gatherer): Promise<JobOutcome> => {
  const { clock } = gatherer.services
  const begun = clock.now().getTime()
  await addPublished(gatherer)
  const busy = new Set<string>()
  const oneByOne = pLimit(1)
  const take = () =>
    oneByOne(async () => {
      const due = await takeDue(gatherer, busy)
      if (due[0]) busy.add(accountOf(due[0]))
      return due
    })
  const work = async (): Promise<void> => {
    while (clock.now().getTime() - begun < ENOUGH_MS) {
      const due = await take()
      const [first] = due
      if (!first) return
      await gatherAccount(gatherer, due)
      busy.delete(accountOf(first))
    }
  }
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, work))
  return 'done'
}

const accountOf = ({ projectId, network }: DuePost): string => `${projectId} ${network}`

/** One account's trouble is not that of the others: its posts come again after the pause with which they were taken. */
const gatherAccount = async (gatherer: Gatherer, due: readonly DuePost[]): Promise<void> => {
  const { db, clock, log } = gatherer.services
  try {
    const read = await readFigures(gatherer, due)
    const now = clock.now()
    await inTransaction(db, async tx => {
      await keep(tx, due, 'figures' in read ? read.figures : [], now)
      await plan(tx, due, { failed: 'figures' in read ? null : read, now })
    })
  } catch (error) {
    log.error({ err: error, account: due.map(accountOf)[0] }, 'the figures of posts could not be gathered')
  }
}

/** Gives everything that went out lately a time for its next reading. */
const addPublished = async ({ services: { db, clock } }: Gatherer): Promise<void> => {
  const now = clock.now()
  await sql`insert into figure_turns (post_social_id, project_id, due_at)
    select s.id, s.project_id, s.published_at
        + make_interval(hours => (${JSON.stringify(firstReadingHours)}::jsonb ->> s.social_network)::int) from post_socials s
    where s.published_at > ${now}::timestamptz - make_interval(days => ${READ_DAYS}) and s.external_id is not null
      and not exists (select 1 from figure_turns t where t.post_social_id = s.id)
    on conflict do nothing`.execute(db)
}

/**
 * Posts of one account whose turn it is, but of none that is `busy`: at each moment one of them reads an account. They are put off first: a
 * worker that dies over them repeats nothing at once.
 */
const takeDue = async (
  { services: { db, clock } }: Gatherer,
  busy: ReadonlySet<string>,
): Promise<readonly DuePost[]> => {
  const now = clock.now()
  const { rows } = await sql<DuePost>`
    with first as (select s.project_id, s.social_network from figure_turns t join post_socials s on s.id = t.post_social_id
        where t.due_at <= ${now} and not (s.project_id || ' ' || s.social_network) = any(${[...busy]}::text[])
        order by t.due_at limit 1),
      due as (select t.post_social_id from figure_turns t join post_socials s on s.id = t.post_social_id
        join first f on f.project_id = s.project_id and f.social_network = s.social_network
        where t.due_at <= ${now} order by t.due_at limit ${POSTS_AT_ONCE} for update of t skip locked),
      taken as (update figure_turns t set due_at = ${now}::timestamptz + interval '10 minutes'
        where t.post_social_id in (select post_social_id from due) returning t.post_social_id)
    select s.id, s.project_id as "projectId", s.social_network as network, s.type, s.external_id as "externalId",
      s.published_at as "publishedAt"
    from taken t join post_socials s on s.id = t.post_social_id`.execute(db)
  return rows
}

type Failed = { readonly retryAfterMs: number | null }

/** Without the account nothing can be read. A story that has ended is not read. */
const readFigures = async (
  { services, readers }: Gatherer,
  due: readonly DuePost[],
): Promise<{ readonly figures: readonly PostFigures[] } | Failed> => {
  const now = services.clock.now()
  const counted = due.filter(post => (figuresEndAt(post) ?? now) >= now)
  const [first] = counted
  if (!first) return { figures: [] }
  const opened = await openAccount(services, first, first.network)
  if (opened.kind === 'closed') return { retryAfterMs: null }
  if (await isBudgetUsed(services, first.network, first.projectId)) return { retryAfterMs: OVER_BUDGET_MS }
  const ids = counted.map(({ externalId }) => externalId)
  const read = await countPaidCalls(services, first, () =>
    readers[first.network].readPostFigures(opened.account, ids),
  )
  if (read.kind === 'not_read') return { retryAfterMs: read.retryAfterMs }
  return { figures: read.value }
}

/** An answer without any figure hides none that was read before: a story with few viewers has none, nor has one that ended in the meantime. */
const isEmpty = (figures: Omit<PostFigures, 'externalId'>): boolean =>
  Object.values(figures).every(figure => figure === null)

const keep = async (
  tx: Tx,
  due: readonly DuePost[],
  read: readonly PostFigures[],
  now: Date,
): Promise<void> => {
  const rows = due.flatMap(({ id, projectId, externalId: own }) => {
    const found = read.find(({ externalId }) => externalId === own)
    if (!found) return []
    const { externalId: _, ...figures } = found
    return isEmpty(figures) ? [] : [{ post_social_id: id, project_id: projectId, read_at: now, ...figures }]
  })
  if (rows.length > 0)
    await tx
      .insertInto('post_figures')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** A limited account is left alone for as long as its network says. What is read no longer keeps its turn until it is too old to be added again. */
const plan = async (
  tx: Tx,
  due: readonly DuePost[],
  { failed, now }: { readonly failed: Failed | null; readonly now: Date },
): Promise<void> => {
  const earliest = now.getTime() + (failed?.retryAfterMs ?? 0)
  for (const post of due) {
    const next = failed ? repeatedReading(post, now) : nextReading(post, now)
    const wanted = next ?? new Date(post.publishedAt.getTime() + READ_DAYS * 24 * 3_600_000)
    const at = next && next.getTime() < earliest ? new Date(earliest) : wanted
    if (at <= now) await tx.deleteFrom('figure_turns').where('post_social_id', '=', post.id).execute()
    else
      await tx.updateTable('figure_turns').set({ due_at: at }).where('post_social_id', '=', post.id).execute()
  }
}
