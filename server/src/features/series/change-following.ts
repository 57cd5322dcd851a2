import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/series/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { deleteLaterDrafts, lockSeriesOf } from './later-drafts.ts'
import { makeDrafts } from './make-drafts.ts'
import { canMakeOn } from './series.ts'

/** The days of the series stay; its content and time of day are this post's from now on, and the caller becomes its author. */
export const changeFollowing = async (
  { params: { postId } }: Input<typeof contract.changeFollowing>,
  call: ScopedCall,
): Promise<Answer<typeof contract.changeFollowing>> => {
  const { tx, person } = call
  const member = await lockSeriesOf(call, postId)
  if (isFailure(member)) return member
  const schedule = await tx
    .selectFrom('schedules')
    .select(['time', 'is_autoposting'])
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!schedule) return fail('schedule_required')
  // A draft that could not be made again at the new time stays as it is.
  const replaced = await deleteLaterDrafts(call, member, date => canMakeOn(call, date, schedule.time))
  if (isFailure(replaced)) return replaced
  if (replaced.length > 0)
    await tx
      .deleteFrom('series_occurrences')
      .where('series_id', '=', member.series.id)
      .where('date', 'in', replaced)
      .execute()
  const series = await tx
    .updateTable('post_series')
    .set({ ...schedule, source_post_id: postId, user_id: person.userId, problem: null })
    .where('id', '=', member.series.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const drafts = await makeDrafts(call, series)
  if (isFailure(drafts)) return drafts as Exclude<Answer<typeof contract.changeFollowing>, { drafts: number }>
  return { replaced: replaced.length, drafts }
}
