import { next } from '#domain/kernel/lifecycle.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
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

/** Instead of the network's answer where there is none. Fixed wording (docs/product/publishing.md "Texts"). */
export const INTERNAL_ERROR = 'An internal error has occurred.'

type AnsweredVersion = {
  readonly social_network: SocialNetwork
  readonly status: PostSocialStatus
  readonly last_social_api_response?: string | null | undefined
}

/**
 * What the networks answered last about the versions whose publishing failed, a line each; of several versions with the network's name.
 * Null: none failed. (docs/product/publishing.md "Failure reasons")
 */
export const failedAnswers = (versions: readonly AnsweredVersion[]): string | null => {
  const failed = versions.filter(({ status }) => status === 'publishing_failed')
  if (failed.length === 0) return null
  return failed
    .map(({ social_network, last_social_api_response: answer }) => {
      const text = answer ?? INTERNAL_ERROR
      return versions.length === 1 ? text : `${networkNames[social_network]}: ${text}`
    })
    .join('\n')
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
