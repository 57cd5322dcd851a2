import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { deleteAll } from '#server/features/posts/deletion/delete-posts.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findSeriesOf, listUnchanged, lockSeries, type Member } from './series.ts'

/** The running series of a post, locked for a change; a failure if there is none. */
export const lockSeriesOf = async (
  { tx, scope }: ScopedCall,
  postId: number,
): Promise<Member | Failure<'illegal_transition'>> => {
  const found = await findSeriesOf(tx, scope.projectId, postId)
  const series = found && (await lockSeries(tx, found.series.id))
  if (!found || !series) return fail('illegal_transition', { message: 'This post does not repeat.' })
  return { series, date: found.date }
}

type Refusal = Failure<'illegal_transition' | 'not_found' | 'being_published' | 'already_live'>

/**
 * Puts the unchanged drafts after this post into the bin, as far as they are `wanted`. They are looked at again once they are locked, so
 * that what somebody has just edited stays.
 */
export const deleteLaterDrafts = async (
  call: ScopedCall,
  member: Member,
  isWanted: (date: string) => boolean = () => true,
): Promise<string[] | Refusal> => {
  const candidates = await listUnchanged(call.tx, member)
  if (candidates.length === 0) return []
  const ids = candidates.map(({ post_id }) => post_id)
  if (!(await lockPostSocials(call.tx, call.scope, ids)))
    return fail('illegal_transition', {
      message: 'A draft of this series was just deleted. Please try again.',
    })
  const leaving = (await listUnchanged(call.tx, member)).filter(({ date }) => isWanted(date))
  if (leaving.length === 0) return []
  const deleted = await deleteAll(
    call,
    leaving.map(({ post_id }) => post_id),
  )
  return isFailure(deleted) ? deleted : leaving.map(({ date }) => date)
}
