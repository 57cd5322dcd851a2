import { sql } from 'kysely'
import { overdueStatuses } from '#domain/posts/status.ts'
import { overdueAfter } from '#domain/schedules/timing.ts'
import type { Db } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { type Audience, audienceOf, readSummaries, type Summary } from './summaries.ts'

/**
 * A scheduled post as its card is sent: ready JSON of a `CalendarItem`, but for `is_overdue` at its end, which the clock decides.
 * `overdueAfter`: the last moment, in milliseconds, at which it is not overdue; null if it never will be.
 */
type Card = { readonly revision: number; readonly json: string; readonly overdueAfter: number | null }

/** `json` is null for a post that has no card for this audience: nothing of it is theirs to see, or it has no schedule. */
type StoredCard = Omit<Card, 'json'> & { readonly json: string | null }

/** Some 20,000 cards, in characters. */
const CHARACTERS_MAX = 12_000_000
/** What a card takes besides its text. */
const OVERHEAD = 100

const storeOf = oncePer((_db: Db) => new RecentValues<StoredCard>(CHARACTERS_MAX))

const keyOf = (audience: Audience, postId: number): string => `${audience} ${postId}`

/**
 * The cards of these posts of the project, in this order. A card that was made before is used again if it is not older than the revision
 * that the database has now; the others are read. The revisions must have been read before this call: what is read here is then never
 * older than the revision it is stored under.
 */
export const readCards = async (
  db: Db,
  scope: ProjectScope,
  posts: readonly { readonly id: number; readonly revision: number }[],
): Promise<Card[]> => {
  const { projectId } = scope
  const audience = audienceOf(scope)
  const store = storeOf(db)
  const found = new Map<number, StoredCard>()
  for (const { id, revision } of posts) {
    const card = store.get(keyOf(audience, id))
    if (card && card.revision >= revision) found.set(id, card)
  }
  const missing = posts.filter(({ id }) => !found.has(id))
  const summaries = await readSummaries(
    db,
    { projectId, audience },
    missing.map(({ id }) => id),
  )
  for (const { id, revision } of missing) {
    const card = toCard(summaries.get(id), revision)
    found.set(id, card)
    store.set(keyOf(audience, id), card, (card.json?.length ?? 0) + OVERHEAD)
  }
  return posts.flatMap(({ id }) => {
    const card = found.get(id)
    return card && hasJson(card) ? [card] : []
  })
}

type Wanted = { readonly projectId: number; readonly postIds: readonly number[] }
type Revision = { readonly id: number; readonly revision: number }

const readRevisions = async (db: Db, wanted: readonly Wanted[]): Promise<Revision[][]> => {
  const ids = new Set(wanted.flatMap(({ postIds }) => postIds))
  const rows = await db
    .selectFrom('posts')
    .modifyFront(prepared)
    .select(['id', 'revision', 'project_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('scheduled_at')
    .orderBy('id', 'desc')
    .execute()
  return wanted.map(({ projectId, postIds }) => {
    const own = new Set(postIds)
    return rows
      .filter(row => row.project_id === projectId && own.has(row.id))
      .map(({ id, revision }) => ({ id, revision }))
  })
}

const revisionReader = oncePer((db: Db) =>
  batched((wanted: readonly Wanted[]) => readRevisions(db, wanted), { size: 50, atOnce: 1 }),
)

/**
 * Those of these posts that the project has, each with its revision. People who ask at the same moment share a statement, which begins
 * after each of them has asked.
 */
export const listRevisions = (
  db: Db,
  { projectId }: ProjectScope,
  postIds: readonly number[],
): Promise<Revision[]> => revisionReader(db)({ projectId, postIds })

const hasJson = (card: StoredCard): card is Card => card.json !== null

const toCard = (summary: Summary | undefined, revision: number): StoredCard => {
  // A new post has its time before it is kept (decision 46).
  if (!summary?.schedule || summary.post.post_socials.every(({ status }) => status === 'temporary_draft'))
    return { revision: summary?.revision ?? revision, json: null, overdueAfter: null }
  const { post, schedule } = summary
  const canBeLate = post.post_socials.some(({ status }) => overdueStatuses.includes(status))
  return {
    revision: summary.revision,
    // Ends in "}}": the post's and the item's.
    json: `${JSON.stringify({ ...schedule, post }).slice(0, -2)},"is_overdue":`,
    overdueAfter: canBeLate ? overdueAfter(schedule.datetime) : null,
  }
}

/** The cards as the elements of a JSON array, as they are at this moment. */
export const cardsAt = (cards: readonly Card[], now: Date): string => {
  const time = now.getTime()
  const isLate = ({ overdueAfter: last }: Card) => last !== null && time > last
  return cards.map(card => `${card.json}${isLate(card)}}}`).join(',')
}

/** A time in which cards stay as they are, in milliseconds: `from` excluded, `until` included. */
export type Spell = { readonly from: number; readonly until: number }

/** From when until when `cardsAt` gives the same. */
export const unchangedAround = (cards: readonly Card[], now: Date): Spell => {
  const time = now.getTime()
  let from = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  for (const { overdueAfter: last } of cards) {
    if (last === null) continue
    if (last < time) from = Math.max(from, last)
    else until = Math.min(until, last)
  }
  return { from, until }
}
