import { actionTexts } from '#domain/kernel/action-texts.ts'
import { next } from '#domain/kernel/lifecycle.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { barredFromApproval } from '#domain/networks/network.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import { isChangeBlocked, type ScheduledMoment } from '#domain/schedules/timing.ts'
import { goingOut } from './publish-results.ts'
import {
  isOpenPost,
  isSendable,
  type PostSocialStatus,
  type PostStatus,
  postSocialLifecycle,
  sentBackStatuses,
} from './status.ts'

/** The part of a post that its buttons depend on. */
export type ActionSubject = {
  readonly status: PostStatus
  readonly post_socials: readonly {
    readonly social_network: SocialNetwork
    readonly status: PostSocialStatus
  }[]
  readonly latest_schedule: ScheduledMoment | null
}

/** The viewer, the time and the project's settings. `problems`: how many problems the post has on its networks. */
export type ActionContext = {
  readonly actor: Actor
  readonly settings: Readonly<Record<string, string | undefined>>
  readonly now: Date
  readonly problems: number
}

/** A button that is shown. `blockedBy`: why it is disabled, in words for people; null when it is not. */
export type Offer = { readonly label: string; readonly blockedBy: string | null }

const problemsText = ({ problems }: ActionContext): string | null =>
  problems === 0 ? null : `Solve the ${problems === 1 ? 'problem' : `${problems} problems`} first.`

/**
 * Save as draft: makes a temporary draft a post; later it only confirms that everything is saved. Not after a failure, where the next step
 * is to publish again (docs/product/posts.md "Buttons").
 */
export function offerSave(post: ActionSubject, { actor }: ActionContext): Offer | null {
  const isSavable = isOpenPost(post.status) && post.status !== 'publishing_failed'
  if (!isSavable || !can(actor, 'post.edit')) return null
  return { label: post.status === 'temporary_draft' ? 'Save as draft' : 'Save', blockedBy: null }
}

/** Schedule: for posts without a time. */
export function offerSchedule(post: ActionSubject, context: ActionContext): Offer | null {
  const mayHave = isOpenPost(post.status) && post.latest_schedule === null
  if (!mayHave || !can(context.actor, 'post.schedule')) return null
  return { label: 'Schedule', blockedBy: problemsText(context) }
}

/** Change Schedule: blocked in the 4 hours before an autoposting schedule (docs/product/schedules.md "Change block"). */
export function offerChangeSchedule(post: ActionSubject, { actor, now }: ActionContext): Offer | null {
  const { latest_schedule: schedule, status } = post
  if (schedule === null || !isOpenPost(status) || !can(actor, 'post.schedule')) return null
  const blockedBy = isChangeBlocked(schedule, now) ? actionTexts.change_blocked : null
  return { label: 'Change Schedule', blockedBy }
}

const networksOf = (post: ActionSubject): SocialNetwork[] =>
  post.post_socials.map(({ social_network }) => social_network)

/** Send to approval, called Resend when it came back. With a barred network it is disabled and says where to allow it. */
export function offerSendToApproval(post: ActionSubject, context: ActionContext): Offer | null {
  if (!isSendable(post.post_socials) || !can(context.actor, 'post.sendToApproval')) return null
  const isBarred = barredFromApproval(networksOf(post), context.settings).length > 0
  const cameBack = post.post_socials.some(({ status }) => sentBackStatuses.includes(status))
  return {
    label: cameBack ? 'Resend to approval' : 'Send to approval',
    blockedBy: isBarred ? actionTexts.barred_from_approval : problemsText(context),
  }
}

/** Schedule and Skip Approval: to admins, or where the setting allows it; never with a barred network (docs/product/approvals.md "Skipping"). */
export function offerSkipApproval(post: ActionSubject, context: ActionContext): Offer | null {
  if (!isSendable(post.post_socials) || !can(context.actor, 'post.skipApproval')) return null
  if (barredFromApproval(networksOf(post), context.settings).length > 0) return null
  return { label: 'Schedule and Skip Approval', blockedBy: problemsText(context) }
}

/**
 * Publish now, and which of the two calls it makes: the one for everybody, if it takes all that would go out, or the admins' own, which
 * publishes regardless of approval. If some versions have failed, it retries only those, which counts as publishing what was cleared.
 */
export function offerPublish(
  post: ActionSubject,
  context: ActionContext,
): (Offer & { readonly asAdmin: boolean }) | null {
  if (!isOpenPost(post.status)) return null
  const waiting = goingOut(post.post_socials, 'publishing_started_by_admin')
  const asAdmin =
    waiting.length === 0 ||
    waiting.some(({ status }) => next(postSocialLifecycle, status, 'publishing_started') === null)
  if (!can(context.actor, asAdmin ? 'post.publishAsAdmin' : 'post.publish')) return null
  const isRetry = waiting.some(({ status }) => status === 'publishing_failed')
  return { label: isRetry ? 'Publish again' : 'Publish now', blockedBy: problemsText(context), asAdmin }
}

/** Stop: of what goes out by itself or is on its way, also in the hours in which its time cannot be changed. */
export function offerStop(post: ActionSubject, { actor }: Pick<ActionContext, 'actor'>): Offer | null {
  const { status, latest_schedule: schedule } = post
  const isWaiting = isOpenPost(status) && status !== 'publishing_failed' && schedule?.is_autoposting === true
  if (!(isWaiting || status === 'on_publishing') || !can(actor, 'post.publish')) return null
  return { label: 'Stop this post', blockedBy: null }
}

/** Delete: soft, with Undo; not for posts that are live or being published. */
export function offerDelete(post: ActionSubject, { actor }: ActionContext): Offer | null {
  return isOpenPost(post.status) && can(actor, 'post.delete') ? { label: 'Delete', blockedBy: null } : null
}
