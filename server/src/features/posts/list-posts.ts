import { sql } from 'kysely'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { isScheduledIn, listSummaries } from './summaries.ts'

/**
 * The content list: posts scheduled on these days, then those without a schedule, newest first. A post that was created and never
 * saved (all its versions are temporary) is left out until it is saved; it may have a time before that (decision 46).
 */
export const listPosts = async (
  { params }: Input<typeof contract.listPosts>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listPosts>> => {
  const problem = rangeProblem(params)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const { db, scope, now } = call
  const ids = await listIds(db, scope, instantsOf(params, scope.timezone))
  const summaries = await listSummaries(db, scope, ids, now)
  return summaries.map(({ post, schedule }) => ({ ...post, latest_schedule: schedule }))
}

/** Two ranges of one index of the project: one condition with `or` made the planner read the schedules of all projects. */
const listIds = async (
  db: Reader,
  { projectId }: ProjectScope,
  instants: { from: Date; until: Date },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select p.id, p.scheduled_at from posts p
      where ${isScheduledIn(projectId, instants)}
        and exists (select 1 from post_socials t where t.post_id = p.id and t.status <> 'temporary_draft')
      union all
      select p.id, p.scheduled_at from posts p
      where p.project_id = ${projectId} and p.deleted_at is null and p.scheduled_at is null
        and exists (select 1 from post_socials t where t.post_id = p.id and t.status <> 'temporary_draft')
    ) listed order by scheduled_at nulls last, id desc`.execute(db)
  return rows.map(({ id }) => id)
}
