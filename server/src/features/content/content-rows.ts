import { sql } from 'kysely'
import type { ContentRow } from '#domain/content/contract.ts'
import { isNeverSaved, pending } from '#domain/posts/status.ts'
import { readAwaited } from '#server/features/approvals/lists/waiting-for.ts'
import { listSummaries } from '#server/features/posts/summaries.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** When each post first went live, by its id. */
const readPublished = async (db: Reader, postIds: readonly number[]): Promise<Map<number, Date>> => {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('post_socials')
    .select(({ fn }) => ['post_id', fn.min('published_at').as('first')])
    .where('post_id', 'in', postIds)
    .where('published_at', 'is not', null)
    .groupBy('post_id')
    .execute()
  return new Map(rows.flatMap(({ post_id, first }) => (first ? [[post_id, first] as const] : [])))
}

/** Who began each post, by its id. */
const readAuthors = async (db: Reader, postIds: readonly number[]): Promise<Map<number, string>> => {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.created_by')
    .select(['p.id', sql<string>`trim(u.name || ' ' || u.last_name)`.as('name')])
    .where('p.id', 'in', postIds)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whom those of these posts that are in approval wait for. */
const readAwaitedOf = async (
  { db, scope, services }: ScopedPoolCall,
  summaries: Awaited<ReturnType<typeof listSummaries>>,
) => {
  const waiting = summaries
    .filter(({ post }) => post.post_socials.some(({ status }) => pending.some(one => one === status)))
    .map(({ post }) => post.id)
  if (waiting.length === 0) return new Map<number, readonly string[]>()
  return readAwaited(db, waiting, await listPeople(db, scope, services.config.publicUrl))
}

/** Those of these posts that the person began. */
const beganBy = async (db: Reader, personId: number, postIds: readonly number[]): Promise<Set<number>> => {
  if (postIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', postIds)
    .where('created_by', '=', personId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** These posts as rows, in this order; those that are deleted, belong to another project, or that somebody else never saved are left out. */
export const readRows = async (call: ScopedPoolCall, postIds: readonly number[]): Promise<ContentRow[]> => {
  const { db, scope, person, now } = call
  const summaries = await listSummaries(db, scope, postIds, now)
  const unsaved = summaries.filter(({ post }) => isNeverSaved(post)).map(({ post }) => post.id)
  const own = await beganBy(db, person.userId, unsaved)
  const listed = summaries.filter(({ post }) => !isNeverSaved(post) || own.has(post.id))
  const ids = listed.map(({ post }) => post.id)
  const published = await readPublished(db, ids)
  const authors = await readAuthors(db, ids)
  const awaited = await readAwaitedOf(call, listed)
  return listed.map(({ post, schedule, revision }) => ({
    ...post,
    revision,
    latest_schedule: schedule,
    published_at: published.get(post.id)?.toISOString() ?? null,
    author: authors.get(post.id) ?? null,
    waiting_for: [...(awaited.get(post.id) ?? [])],
  }))
}
