import { type RawBuilder, sql } from 'kysely'
import type * as contract from '#domain/calendar/contract.ts'
import { UNSCHEDULED_PAGE } from '#domain/calendar/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isUnscheduled } from '#server/features/posts/schedules.ts'
import { listSummaries } from '#server/features/posts/summaries.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const listUnscheduledPosts = async (
  { query: { q, after } }: Input<typeof contract.listUnscheduledPosts>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listUnscheduledPosts>> => {
  const words = (q ?? '').split(/\s+/).filter(Boolean)
  const [found, counted] = await Promise.all([
    sql<{ id: number }>`select p.id from posts p where ${isUnscheduled(scope.projectId)}
      ${after === undefined ? sql`` : sql`and p.id < ${after}`} ${sql.join(words.map(hasWord), sql` `)}
      order by p.id desc limit ${UNSCHEDULED_PAGE + 1}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from posts p
      where ${isUnscheduled(scope.projectId)}`.execute(db),
  ])
  const ids = found.rows.slice(0, UNSCHEDULED_PAGE).map(({ id }) => id)
  const summaries = await listSummaries(db, scope, ids, now)
  return {
    posts: summaries.map(({ post }) => post),
    next_after: found.rows.length > ids.length ? (ids.at(-1) ?? null) : null,
    total: counted.rows[0]?.total ?? 0,
  }
}

/** Not `like`: a percent sign is a sign like any other. */
const hasWord = (word: string): RawBuilder<unknown> => sql`and exists (
  select 1 from post_socials t where t.post_id = p.id
    and position(lower(${word}) in lower(concat(t.message, ' ', t.first_comment))) > 0)`
