import { sql } from 'kysely'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readSummaries } from './summaries.ts'
import { viewerOf } from './viewer.ts'

/**
 * The content list: posts scheduled on these days, then those without a schedule, newest first. A post that was created and never
 * saved (all its versions are temporary) is left out until it is saved or scheduled.
 */
export const listPosts = async (
  { params }: Input<typeof contract.listPosts>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPosts>> => {
  const problem = rangeProblem(params)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const viewer = viewerOf(call)
  const { from, until } = instantsOf(params, call.scope.timezone)
  const where = sql`(
    s.datetime >= ${from} and s.datetime < ${until}
    or s.id is null and exists (select 1 from post_socials t
      where t.post_id = p.id and t.status <> 'temporary_draft'))`
  const summaries = await readSummaries(call.db, viewer, where, call.now)
  return summaries.map(({ post, schedule }) => ({ ...post, latest_schedule: schedule }))
}
