import { next } from '#domain/kernel/lifecycle.ts'
import { type PostSocialEvent, type PostSocialStatus, postSocialLifecycle } from './status.ts'

/** How the versions of one post ended, by count. */
export type PublishSummary = {
  readonly total: number
  readonly live: number
  readonly failed: number
  readonly running: number
  /** "3 of 4 published", "All 4 published", "Published" (issue "Results are per network"). */
  readonly text: string
}

/** The result of a post whose networks may have ended differently. Deleted versions do not count. */
export const publishSummary = (statuses: readonly PostSocialStatus[]): PublishSummary => {
  const present = statuses.filter(status => status !== 'deleted')
  const count = (wanted: PostSocialStatus) => present.filter(status => status === wanted).length
  const [total, live] = [present.length, count('live')]
  const isDone = live === total && total > 0
  const text = isDone
    ? total === 1
      ? 'Published'
      : `All ${total} published`
    : `${live} of ${total} published`
  return { total, live, failed: count('publishing_failed'), running: count('on_publishing'), text }
}

/** Whether a list should show it: something is live, and something else is not. */
export const isPartlyPublished = (statuses: readonly PostSocialStatus[]): boolean => {
  const { live, total } = publishSummary(statuses)
  return live > 0 && live < total
}

type PublishEvent = Extract<PostSocialEvent, 'publishing_started' | 'publishing_started_by_admin'>

/**
 * The versions that a publish call sends. If some have failed, only those, so that a retry neither repeats what is live nor sends what is
 * still being approved; otherwise all that the lifecycle allows.
 */
export const goingOut = <S extends { readonly status: PostSocialStatus }>(
  socials: readonly S[],
  event: PublishEvent,
): S[] => {
  const able = socials.filter(social => next(postSocialLifecycle, social.status, event) !== null)
  const failed = able.filter(social => social.status === 'publishing_failed')
  return failed.length > 0 ? failed : able
}
