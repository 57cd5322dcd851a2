import type * as contract from '#domain/approvals/conversation-contract.ts'
import { approvalObstacle } from '#domain/approvals/rounds.ts'
import { alreadyTheWords, introducedTextProblems } from '#domain/approvals/text-proposals.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { NOTE_MAX } from '#domain/notes/limits.ts'
import { contentOf } from '#domain/posts/problems.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import { createNote } from '#server/features/notes/create-note.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { wordsOf } from '#server/platform/words.ts'
import { followersIn, type LockedVersion, lockPostOf } from '../locked-post.ts'
import { readApprovers } from '../round-approvers.ts'
import { findRoundToApprove, type Refusal, versionsRefusal } from '../round-decisions.ts'
import {
  connectedAccount,
  digestsWithWords,
  toTextProposals,
  withdrawOwnProposals,
} from './text-proposals.ts'

type Body = Input<typeof contract.proposeWords>['body']

/** Keeps what its author agrees to with these words, and tells the agency by a note of theirs (docs/product/approvals.md "Proposed words"). */
export const proposeWords = async (
  { body }: Input<typeof contract.proposeWords>,
  call: ScopedCall,
): Promise<Answer<typeof contract.proposeWords>> => {
  const { tx, scope, person, now } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  if (!locked || !isVisibleTo(locked.social, scope.role)) return fail('not_found')
  const { post, social } = locked
  const round = await findRoundFor(call, locked, body)
  if (isFailure(round)) return round
  const refusal = await wordsRefusal(call, locked, body.words)
  if (refusal) return refusal
  await withdrawOwnProposals(call, social.id)
  const digests = await digestsWithWords(tx, post, social.id, body.words)
  const proposal = await tx
    .insertInto('text_proposals')
    .values({
      project_id: scope.projectId,
      post_social_id: social.id,
      round: round.round,
      words_seen: social.message,
      words: body.words,
      digests: JSON.stringify(Object.fromEntries(digests)),
      account_id: await connectedAccount(tx, scope, social),
      status: 'open',
      proposed_by: person.userId,
      proposed_at: now,
      is_by_link: person.byLink !== undefined,
      link_copied_by: person.byLink?.copiedBy ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellAgency(call, body)
  const [shown] = await toTextProposals(tx, call, post, [proposal])
  return shown ?? fail('not_found')
}

const notWithClient = fail('illegal_transition', {
  message: 'Words can be proposed while the client is asked. Now the team is.',
})

/** The client's round, if it is theirs to decide, and they have seen all that it covers. */
const findRoundFor = async (call: ScopedCall, locked: LockedVersion, body: Body) => {
  const { post, social } = locked
  if (body.version !== social.version) return fail('stale_version')
  const round = findRoundToApprove(call, locked, body.approval_id)
  if (isFailure(round)) return round
  if (round.type !== 'external') return notWithClient
  const unseen = versionsRefusal(body.versions, [social, ...followersIn(post, social)])
  if (unseen) return unseen
  const open = {
    type: round.type,
    approvers: await readApprovers(call.tx, round.id),
    digest: await getDigest(call.tx, social.id),
  }
  const obstacle = approvalObstacle(call.scope, call.person.userId, open)
  return obstacle ? fail(obstacle) : round
}

const wordsRefusal = async (
  call: ScopedCall,
  { post, social }: LockedVersion,
  words: string,
): Promise<Refusal | null> => {
  if (words === social.message) return refuse(alreadyTheWords)
  const shown = await answerPost(call.tx, call, post.id, call.now)
  if (isFailure(shown)) return shown
  const version = shown.post_socials.find(({ id }) => id === social.id)
  const [problem] = version ? introducedTextProblems(contentOf(version), words) : []
  return problem === undefined ? null : refuse(problem.text)
}

const refuse = (text: string): Failure<'validation_error'> =>
  fail('validation_error', { message: text, errors: { words: [text] } })

/** A note tells of it in the ways that notes have; a client's is for everybody. */
const tellAgency = async (call: ScopedCall, { post_social_id: id, words, message }: Body): Promise<void> => {
  const { tx, person, scope } = call
  const language = await readLanguage(tx, { userId: person.userId, projectId: scope.projectId })
  const proposed = wordsOf(language).say('I propose these words:')
  const text = [...(message ? [message] : []), `${proposed}\n${words}`].join('\n\n')
  const body = {
    message: shortened(text, NOTE_MAX, ({ length }) => length),
    is_for_client: false,
    mentions: [],
    marks: [],
  }
  const note = await createNote({ params: { id }, body, query: undefined }, call)
  if (isFailure(note)) throw new Error(`the note about proposed words was refused: ${note.code}`)
}
