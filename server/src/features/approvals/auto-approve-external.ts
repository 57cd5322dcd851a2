import { isSettingOn } from '#domain/projects/model.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { type ApprovalContext, recordAction } from './history.ts'
import { isLedByMasterIn, type LockedPost, latestRoundOf, lockPosts, openRoundOf } from './locked-post.ts'
import { closeRoundAsApproved } from './rounds.ts'
import { readVotes } from './votes.ts'

/**
 * The product's own approval at the due time, of each version of the post whose external round is still open and whose internal one is
 * approved, in a project that lets posts go live when the external approver is late (document 3 "At the due time"). Where that is not so,
 * nothing is written: look at the status after it.
 */
export const autoApproveExternal = async (
  tx: Tx,
  { scope, postId, now }: { scope: ProjectScope; postId: number; now: Date },
): Promise<void> => {
  if (!isSettingOn(scope.settings, 'bypass-external-approval-when-internal-approved')) return
  const [post] = (await lockPosts(tx, scope, [postId])) ?? []
  if (!post) return
  const act: ApprovalContext = { tx, scope, now, personId: null }
  for (const social of post.socials) {
    const round = openRoundOf(post, social.id)
    if (round?.type !== 'external' || isLedByMasterIn(post, social.id)) continue
    if (!(await isInternallyApproved(tx, post, social.id))) continue
    await recordAction(act, social, round, { type: 'approved_by_system' })
    // Nobody is asked after the external round, so no people are needed to go on.
    await closeRoundAsApproved(act, { post, social, round }, [])
  }
}

/** Whether the internal round ended with a yes, and not only to content that is there no more. */
const isInternallyApproved = async (tx: Tx, post: LockedPost, postSocialId: number): Promise<boolean> => {
  const internal = latestRoundOf(post, postSocialId, 'internal')
  if (internal?.status !== 'approved') return false
  const given = (await readVotes(tx, internal.id)).flatMap(vote => vote.contentDigest ?? [])
  const present = (await readDigests(tx, [postSocialId])).get(postSocialId) ?? ''
  return given.length === 0 || given.includes(present)
}
