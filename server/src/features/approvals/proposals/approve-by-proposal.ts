import { getDigest } from '#server/features/posts/content.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockPostOf, openRoundOf } from '../locked-post.ts'
import { giveApproval } from '../round-decisions.ts'
import { findProposer, isApproval, readProposals, type StoredProposal } from './text-proposals.ts'

/**
 * Records the approval of those who proposed the words that a version has now, if its open round is theirs and nothing else has changed
 * (decision 154). @returns whether anybody's was recorded
 */
export const approveByProposal = async (call: ScopedCall, postSocialId: number): Promise<boolean> => {
  let isApproved = false
  for (const proposal of await readProposals(call.tx, [postSocialId], 'taken'))
    if (await approveAsProposed(call, proposal)) isApproved = true
  return isApproved
}

const approveAsProposed = async (call: ScopedCall, proposal: StoredProposal): Promise<boolean> => {
  const { tx, scope, now } = call
  // Again for each: the one before may have closed the round.
  const locked = await lockPostOf(tx, scope, proposal.post_social_id)
  const round = locked && openRoundOf(locked.post, locked.social.id)
  const proposer = await findProposer(tx, proposal)
  if (!round || !proposer) return false
  if (!(await isApproval(tx, locked.post, proposal, { round, words: null, scope }))) return false
  await tx.updateTable('text_proposals').set({ approved_at: now }).where('id', '=', proposal.id).execute()
  const asProposer = { ...call, scope: proposer.scope, person: { ...proposer.person, ...linkOf(proposal) } }
  return giveApproval(asProposer, locked, {
    round,
    digest: await getDigest(tx, locked.social.id),
    isByProposal: true,
  })
}

/** The history says by which way it was proposed. */
const linkOf = ({ is_by_link, link_copied_by: copiedBy, project_id: projectId }: StoredProposal) =>
  is_by_link ? { byLink: { linkId: 0, projectId, isDeviceKnown: true, copiedBy } } : {}
