import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/series/contract.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { makeDrafts } from './make-drafts.ts'
import { findSeriesOf } from './series.ts'

/** Any saved post that has a time may repeat, also one that is approved or live: its copies are drafts in any case. */
export const createSeries = async (
  { params: { postId }, body: { rule, until, count } }: Input<typeof contract.createSeries>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createSeries>> => {
  const { tx, scope, person, now } = call
  const versions = await lockPostSocials(tx, scope, [postId])
  if (!versions) return postNotFound(postId)
  if (versions.some(({ status }) => status === 'temporary_draft'))
    return fail('illegal_transition', { message: 'Save the post before you repeat it.' })
  if (await findSeriesOf(tx, scope.projectId, postId))
    return fail('illegal_transition', { message: 'This post repeats already. Stop that first.' })
  const schedule = await tx
    .selectFrom('schedules')
    .select(['date', 'time', 'is_autoposting'])
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!schedule) return fail('schedule_required')
  const { date, time, is_autoposting } = schedule
  if (until !== null && until <= date)
    return fail('validation_error', { errors: { until: ['Choose a day after the first post'] } })
  const series = await tx
    .insertInto('post_series')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      source_post_id: postId,
      starts_on: date,
      rule: JSON.stringify(rule),
      time,
      is_autoposting,
      until,
      count,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Of a series that was stopped.
  await tx.updateTable('series_occurrences').set({ post_id: null }).where('post_id', '=', postId).execute()
  await tx
    .insertInto('series_occurrences')
    .values({ series_id: series.id, project_id: scope.projectId, date, post_id: postId })
    .execute()
  const drafts = await makeDrafts(call, series)
  if (isFailure(drafts)) return drafts as Exclude<Answer<typeof contract.createSeries>, { id: number }>
  return { id: series.id, drafts }
}
