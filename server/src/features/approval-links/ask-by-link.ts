import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { createNote } from '#server/features/notes/create-note.ts'
import { findShownSocial } from '#server/features/notes/notes.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

/** A question to the agency is a note of the client, about what waits for them: a link opens nothing else. */
export const askByLink = async (
  { body: { post_social_id, message } }: Input<typeof contract.askByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.askByLink>> => {
  const social = await findShownSocial(call.tx, call, post_social_id)
  const post = social && (await answerPost(call.tx, call, social.post_id, call.now))
  if (!post || isFailure(post)) return fail('not_found')
  if (post.can_approve_post_socials.length === 0) return over
  const note = await createNote(
    {
      params: { id: post_social_id },
      body: { message, is_for_client: true, mentions: [], marks: [] },
      query: undefined,
    },
    call,
  )
  if (!isFailure(note)) {
    await recordLinkUse(call, 'post.asked_by_link', [post.id])
    return note
  }
  if (note.code === 'not_found') return fail('not_found')
  throw new Error(`a question without files and marks was refused: ${note.code}`)
}

const over = fail('illegal_transition', {
  message: 'This post no longer waits for you. Sign in to write to your agency about it.',
})
