import { isSettingOn, LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { keepDecidedAccounts } from './decided-accounts.ts'
import { type ApprovalContext, recordAction } from './history.ts'
import {
  followersIn,
  isLedByMasterIn,
  type LockedPost,
  latestRoundOf,
  lockPosts,
  openRoundOf,
} from './locked-post.ts'
import { readApprovers } from './round-approvers.ts'
import { closeRoundAsApproved } from './rounds.ts'

type Late = {
  readonly scope: ProjectScope
  readonly postId: number
  readonly now: Date
  /** Which versions, before the due time; left out, all at it. */
  readonly isDue?: (postSocialId: number) => boolean
}

/**
 * The product's own approval at the due time: of each version whose external round is still open and whose internal round is approved,
 * in a project that lets posts go live when the client is late (docs/product/approvals.md "Late clients"). In other projects it
 * changes nothing, so the caller reads the status again.
 */
export const autoApproveExternal = async (tx: Tx, { scope, postId, now, isDue }: Late): Promise<void> => {
  if (!isSettingOn(scope.settings, LATE_GOES_LIVE)) return
  const [post] = (await lockPosts(tx, scope, [postId])) ?? []
  if (!post) return
  const context: ApprovalContext = { tx, scope, now, personId: null }
  // The addresses of their pictures are not used here.
  const people = isDue ? await listPeople(tx, scope, '') : []
  for (const social of post.socials) {
    const round = openRoundOf(post, social.id)
    if (round?.type !== 'external' || isLedByMasterIn(post, social.id)) continue
    if (isDue?.(social.id) === false) continue
    if (!(await isInternallyApproved(tx, post, social.id))) continue
    // If a version that shares its outcome is still in the internal round, nobody inside has approved that one.
    if (followersIn(post, social).some(({ status }) => status !== social.status)) continue
    await recordAction(context, social, round, { type: 'approved_by_system' })
    await keepDecidedAccounts(tx, { carrier: social, members: [social, ...followersIn(post, social)] })
    // At the due time nobody is asked any more; before it, by hand, the client's next people are.
    const isLast = isDue === undefined
    await closeRoundAsApproved(context, { post, social, round, isLast }, people)
  }
}

/** Whether the internal round was approved, and not only for content that has changed since. */
const isInternallyApproved = async (tx: Tx, post: LockedPost, postSocialId: number): Promise<boolean> => {
  const internal = latestRoundOf(post, postSocialId, 'internal')
  if (internal?.status !== 'approved') return false
  const approved = (await readApprovers(tx, internal.id)).flatMap(approver => approver.contentDigest ?? [])
  const current = await getDigest(tx, postSocialId)
  return approved.length === 0 || approved.includes(current)
}
