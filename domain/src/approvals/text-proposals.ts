import { phrase } from '#domain/kernel/languages/words.ts'
import { takesLinkWords } from '#domain/networks/link-words.ts'
import type { Problem } from '#domain/networks/model.ts'
import { type Actor, can, isAdmin } from '#domain/permissions/can.ts'
import type { Content } from '#domain/posts/content.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import { mentionsIn } from '#domain/posts/mentions.ts'
import { type PostSocialContent, postSocialProblems } from '#domain/posts/problems.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { type EditedVersion, editEffect } from './edit-effect.ts'
import { approvalObstacle, type RoundApprover } from './rounds.ts'
import type { ProposalOutcome } from './status.ts'

/** What its author has agreed to by proposing words (docs/product/approvals.md "Proposed words"). */
export type ProposalFacts = {
  readonly proposed_by: number
  /** The sending in which it was proposed. */
  readonly round: number
  /** What everything says that an approval of the version covers, with these words: digests by version. */
  readonly digests: Readonly<Record<string, string>>
  /** The account that was connected. */
  readonly account_id: number | null
  /** When it counted as an approval; null: not yet. */
  readonly approved_at: Date | null
}

/** The version as it is now, or would be with the words. */
export type PresentFacts = {
  /** The open round, or the one that would be. */
  readonly round: {
    readonly type: ApprovalType
    readonly round: number
    readonly approvers: readonly RoundApprover[]
  } | null
  /** The version that has the round. */
  readonly carrier: number
  /** What everything says that an approval of it covers. */
  readonly digests: ReadonlyMap<number, string>
  readonly account_id: number | null
  /** Null: they have left, or are blocked. */
  readonly proposer: Actor | null
}

/**
 * Whether a proposal is its author's approval of what the version says now: of exactly what they proposed and saw beside it, for the same
 * account, in the same sending, while they may still decide there, and once (decision 154).
 */
export const isApprovedByProposal = (proposal: ProposalFacts, present: PresentFacts): boolean => {
  const { round, proposer, digests } = present
  if (proposal.approved_at !== null || round?.type !== 'external' || round.round !== proposal.round)
    return false
  if (proposal.account_id !== present.account_id) return false
  // An admin decides for everybody: that takes more than words.
  if (proposer === null || isAdmin(proposer) || !can(proposer, 'post.proposeWords')) return false
  const isAsProposed =
    digests.has(present.carrier) && [...digests].every(([id, digest]) => proposal.digests[id] === digest)
  const open = { ...round, digest: digests.get(present.carrier) ?? '' }
  return isAsProposed && approvalObstacle(proposer, proposal.proposed_by, open) === null
}

/** What taking leads to, before the click. `isApproved`: by `isApprovedByProposal`, with the words taken and the client's round open. */
export const proposalOutcome = (
  taker: Actor,
  version: EditedVersion,
  isApproved: boolean,
): ProposalOutcome => {
  if (!isApproved) return 'asks_client'
  const isWithTeam = version.approvals.some(({ type, status }) => type === 'internal' && status === 'open')
  return isWithTeam || editEffect(taker, version) === 'sent_back' ? 'asks_team' : 'approved'
}

/** Refuses a proposal that would change nothing. */
export const alreadyTheWords = phrase('These are the words that it has already.')

/** Problems of a text that these words would bring in; what the version has already is none of them. */
export const introducedTextProblems = (content: PostSocialContent, words: string): Problem[] => {
  const codes = new Set(postSocialProblems(content).map(({ code, field }) => `${code} ${field}`))
  return postSocialProblems({ ...content, message: words }).filter(
    ({ code, field }) => !codes.has(`${code} ${field}`) && field !== 'media',
  )
}

/** What a version says once its text is these words: mentions that are in none of its texts any more are dropped, as by a save. */
export const withWords = (content: Content, words: string): Content => ({
  ...content,
  message: words,
  extra_fields: {
    ...content.extra_fields,
    mentions: mentionsIn(`${words}\n${content.first_comment}`, content.extra_fields.mentions ?? []),
  },
})

/** Whether these words make another card, which nobody has seen. */
export const changesCard = (content: Content, words: string): boolean => {
  const { social_network: network, type, message, attachments } = content
  const own = attachments.find(({ description }) => description === 'link')?.extra_fields.link
  return takesLinkWords(network) && linkOfCard(type, own, words) !== linkOfCard(type, own, message)
}
