import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { createNote } from '#server/features/notes/create-note.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockPostOf } from '../locked-post.ts'
import { closeProposal, findProposal, readProposals, toTextProposals } from './text-proposals.ts'

export const alreadyClosed = fail('already_decided', {
  message:
    'These words are no longer open: somebody took or declined them, or the client did something else.',
})

/** Declines proposed words; why, the client reads in a note for them. */
export const declineWords = async (
  { body }: Input<typeof contract.declineWords>,
  call: ScopedCall,
): Promise<Answer<typeof contract.declineWords>> => {
  const { tx, scope } = call
  const locked = await lockPostOf(tx, scope, body.post_social_id)
  const proposal = locked && (await findProposal(tx, body))
  if (!locked || !proposal) return fail('not_found')
  if (!(await closeProposal(call, proposal.id, 'declined'))) return alreadyClosed
  const text = { message: body.message, is_for_client: true, mentions: [], marks: [] }
  const note = await createNote({ params: { id: locked.social.id }, body: text, query: undefined }, call)
  if (isFailure(note)) throw new Error(`the note about declined words was refused: ${note.code}`)
  return toTextProposals(tx, call, locked.post, await readProposals(tx, [locked.social.id], 'open'))
}
