import type { TextProposal } from '#domain/approvals/model.ts'
import { followersOf, openRound } from '#domain/approvals/rounds.ts'
import { type ProposalOutcome, textProposalLifecycle } from '#domain/approvals/status.ts'
import {
  changesCard,
  isApprovedByProposal,
  proposalOutcome,
  withWords,
} from '#domain/approvals/text-proposals.ts'
import { can } from '#domain/permissions/can.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { digestOf, readStoredContents } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { findConnected } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall, ScopedContext, ScopedPoolCall } from '#server/platform/http/route.ts'
import { findProjectScope, type ProjectScope } from '#server/platform/session/scope.ts'
import type { LockedPost } from '../locked-post.ts'
import { readApprovers } from '../round-approvers.ts'

export type StoredProposal = Row<'text_proposals'>

/** What a post needs to be known of. */
export type Situation = Pick<LockedPost, 'rounds' | 'masterNetwork'> & {
  readonly socials: readonly (Pick<LockedSocial, 'id' | 'social_network'> & {
    readonly status: PostSocialStatus
  })[]
}

/** The versions that an approval of this one covers, itself first. */
const coveredBy = ({ socials, rounds, masterNetwork }: Situation, postSocialId: number): number[] => {
  const own = socials.find(({ id }) => id === postSocialId)
  const withOpenRound = new Set(
    socials.flatMap(({ id }) => (openRound(rounds.get(id) ?? []) === null ? [] : [id])),
  )
  const followers = own ? followersOf(own, socials, { masterNetwork, withOpenRound }) : []
  return [postSocialId, ...followers.map(({ id }) => id)]
}

/** What these versions say, and this one with other words: digests by version. It is left out if the words make another card. */
export const digestsWithWords = async (
  db: Reader,
  situation: Situation,
  postSocialId: number,
  words: string | null,
): Promise<Map<number, string>> => {
  const contents = await readStoredContents(db, coveredBy(situation, postSocialId))
  return new Map(
    [...contents].flatMap(([id, { content, digest }]): [number, string][] => {
      if (id !== postSocialId || words === null) return [[id, digest]]
      return changesCard(content, words) ? [] : [[id, digestOf(withWords(content, words))]]
    }),
  )
}

/** The id of the account that a version would go out on; null: none is connected. */
export const connectedAccount = async (
  db: Reader,
  { projectId }: ProjectScope,
  { social_network }: Pick<LockedSocial, 'social_network'>,
): Promise<number | null> => (await findConnected(db, projectId, social_network))?.id ?? null

/** Who proposed it, as the project knows them now; null: they have left, or are blocked. */
export const findProposer = async (db: Reader, { proposed_by, project_id }: StoredProposal) => {
  const user = await db
    .selectFrom('users')
    .select(['name', 'is_blocked'])
    .where('id', '=', proposed_by)
    .executeTakeFirstOrThrow()
  const person = { userId: proposed_by, sessionId: 0, name: user.name, isSuperAdmin: false }
  const scope = user.is_blocked ? null : await findProjectScope(db, project_id, person)
  return scope && { person, scope }
}

/** Whether a proposal is its author's approval in this round of what the version says, or of these words in it. */
export const isApproval = async (
  db: Reader,
  situation: Situation,
  proposal: StoredProposal,
  {
    round,
    words,
    scope,
  }: { readonly round: Round | null; readonly words: string | null; readonly scope: ProjectScope },
): Promise<boolean> => {
  const own = situation.socials.find(({ id }) => id === proposal.post_social_id)
  if (!own || !round) return false
  return isApprovedByProposal(proposal, {
    round: { ...round, approvers: await readApprovers(db, round.id) },
    carrier: own.id,
    digests: await digestsWithWords(db, situation, own.id, words),
    account_id: await connectedAccount(db, scope, own),
    proposer: (await findProposer(db, proposal))?.scope ?? null,
  })
}

/** What taking it would lead to. While the team decides, the client's round that follows is judged by the one before. */
export const foreseeOutcome = async (
  db: Reader,
  { scope }: Pick<ScopedContext, 'scope'>,
  situation: Situation,
  proposal: StoredProposal,
): Promise<ProposalOutcome> => {
  const own = situation.socials.find(({ id }) => id === proposal.post_social_id)
  const rounds = situation.rounds.get(proposal.post_social_id) ?? []
  if (!own || openRound(rounds) === null) return 'asks_client'
  const round = rounds.findLast(({ type }) => type === 'external') ?? null
  const isForIt = await isApproval(db, situation, proposal, { round, words: proposal.words, scope })
  return proposalOutcome(scope, { status: own.status, approvals: rounds }, isForIt)
}

/** What the person has proposed for a version and has not counted yet: they propose other words now, or approve it as it is. */
export const withdrawOwnProposals = async (
  { tx, person, now }: ScopedCall,
  postSocialId: number,
): Promise<void> => {
  const own = await tx
    .selectFrom('text_proposals')
    .select('id')
    .where('post_social_id', '=', postSocialId)
    .where('proposed_by', '=', person.userId)
    .where('status', 'in', ['open', 'taken'])
    .where('approved_at', 'is', null)
    .execute()
  for (const { id } of own) await move(tx, textProposalLifecycle, id, 'withdrawn', { closed_at: now })
}

/** Of these versions, the oldest first. */
export const readProposals = (
  db: Reader,
  postSocialIds: readonly number[],
  status: StoredProposal['status'],
): Promise<StoredProposal[]> =>
  postSocialIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('text_proposals')
        .selectAll()
        .where('post_social_id', 'in', postSocialIds)
        .where('status', '=', status)
        .orderBy('id')
        .execute()

/** Those that are open and that the caller may read: clients read their own. */
export const readOpenProposals = async (
  { db, scope, person }: ScopedPoolCall,
  postSocialIds: readonly number[],
): Promise<StoredProposal[]> => {
  const open = await readProposals(db, postSocialIds, 'open')
  const isInsider = can(scope, 'note.readInternal')
  return open.filter(({ proposed_by }) => isInsider || proposed_by === person.userId)
}

/** A proposal for this version, of whatever status; undefined: there is none. */
export const findProposal = (
  db: Reader,
  { proposal_id, post_social_id }: { readonly proposal_id: number; readonly post_social_id: number },
): Promise<StoredProposal | undefined> =>
  db
    .selectFrom('text_proposals')
    .selectAll()
    .where('id', '=', proposal_id)
    .where('post_social_id', '=', post_social_id)
    .executeTakeFirst()

/** Closes a proposal as taken or declined. False: somebody has closed it already. */
export const closeProposal = (
  { tx, now }: Pick<ScopedCall, 'tx' | 'now'>,
  id: number,
  event: 'taken' | 'declined',
): Promise<boolean> => move(tx, textProposalLifecycle, id, event, { closed_at: now })

/** Open proposals as the caller sees them. */
export const toTextProposals = async (
  db: Reader,
  call: Pick<ScopedContext, 'scope'>,
  situation: Situation,
  proposals: readonly StoredProposal[],
): Promise<TextProposal[]> => {
  if (proposals.length === 0) return []
  const authors = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name'])
    .where(
      'id',
      'in',
      proposals.map(({ proposed_by }) => proposed_by),
    )
    .execute()
  const shown: TextProposal[] = []
  for (const proposal of proposals) {
    const { id, post_social_id, words_seen, words, proposed_at, is_by_link, proposed_by } = proposal
    const author = authors.find(one => one.id === proposed_by)
    const name = `${author?.name ?? ''} ${author?.last_name ?? ''}`.trim()
    const outcome = can(call.scope, 'post.edit') ? await foreseeOutcome(db, call, situation, proposal) : null
    shown.push({
      id,
      post_social_id,
      words_seen,
      words,
      is_by_link,
      outcome,
      proposed_at: proposed_at.toISOString(),
      proposed_by: { id: proposed_by, name },
    })
  }
  return shown
}
