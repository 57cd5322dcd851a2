import type { SocialNetwork } from '#domain/networks/model.ts'
import { barredFromApproval } from '#domain/networks/network.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { isSendable, type PostSocialStatus } from '#domain/posts/status.ts'

/** The part of a post that decides whether it can be sent for approval. `scheduledAt`: when it goes out, null without a schedule. */
export type Sendable = {
  readonly socials: readonly { readonly social_network: SocialNetwork; readonly status: PostSocialStatus }[]
  readonly scheduledAt: Date | string | null
}

/** Why a post cannot be sent for approval or skip it: the code of the failure that the server answers. */
export type SendingObstacle = 'illegal_transition' | 'schedule_required' | 'barred_from_approval'

/**
 * Why the post cannot be sent for approval, or null. It can if at least one version is a draft, unapproved or requires revision, none of
 * its networks is barred, and its schedule is in the future. (docs/product/approvals.md "Approvals in bulk")
 */
export const sendingObstacle = (
  post: Sendable,
  settings: readonly Setting[],
  now: Date,
): SendingObstacle | null => {
  return isSendable(post.socials) ? readinessObstacle(post, settings, now) : 'illegal_transition'
}

/** Why a post of any status can neither be sent for approval nor skip it: its networks, or a missing schedule. */
export const readinessObstacle = (
  post: Sendable,
  settings: readonly Setting[],
  now: Date,
): 'schedule_required' | 'barred_from_approval' | null => {
  const networks = post.socials.map(social => social.social_network)
  const bySetting = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  if (barredFromApproval(networks, bySetting).length > 0) return 'barred_from_approval'
  const isAhead = post.scheduledAt !== null && new Date(post.scheduledAt) > now
  return isAhead ? null : 'schedule_required'
}
