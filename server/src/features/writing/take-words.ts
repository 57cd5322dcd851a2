import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import type { Post } from '#domain/posts/model.ts'
import { type LockedVersion, lockPostOf } from '#server/features/approvals/locked-post.ts'
import { approveByProposal } from '#server/features/approvals/proposals/approve-by-proposal.ts'
import { alreadyClosed } from '#server/features/approvals/proposals/decline-words.ts'
import {
  closeProposal,
  findProposal,
  foreseeOutcome,
} from '#server/features/approvals/proposals/text-proposals.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { savePostSocials } from './save-post-socials.ts'

type Refusal = Extract<Answer<typeof contract.takeWords>, Failure>

/** Saves the words that a client has proposed: an edit, which its author has approved already where nothing else has changed. */
export const takeWords = async (
  { body }: Input<typeof contract.takeWords>,
  call: ScopedCall,
): Promise<Answer<typeof contract.takeWords>> => {
  const { tx, scope } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  const proposal = locked && (await findProposal(tx, body))
  if (!locked || !proposal) return fail('not_found')
  if (proposal.status !== 'open') return alreadyClosed
  if (locked.social.version !== body.version) return fail('stale_version')
  if ((await foreseeOutcome(tx, call, locked.post, proposal)) !== body.outcome) return fail('stale_version')
  const saved = await saveWords(call, locked, proposal.words)
  if (saved && isFailure(saved)) return saved
  if (!(await closeProposal(call, proposal.id, 'taken'))) return alreadyClosed
  const isApproved = await approveByProposal(call, locked.social.id)
  // What was said before the click is what has happened.
  if (isApproved !== (body.outcome === 'approved')) return fail('stale_version')
  return answerPost(tx, call, locked.post.id, call.now)
}

/** Null: it says this already. A version that shares its text with others has its own from now on. */
const saveWords = async (
  call: ScopedCall,
  { post, social }: LockedVersion,
  words: string,
): Promise<Post | Refusal | null> => {
  if (social.message === words) return null
  const { id, version, follows_shared } = social
  const saved = {
    id,
    version,
    message: words,
    message_editor_state: editorStateOf(words),
    media_actions: [],
    follows_shared: follows_shared && post.socials.length === 1,
  }
  return savePostSocials(
    { body: { post_id: post.id, project_id: call.scope.projectId, post_socials: [saved] } },
    call,
  )
}
