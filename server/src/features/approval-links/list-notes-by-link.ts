import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { readNotes } from '#server/features/notes/notes.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { withSignedMedia } from './signed-media.ts'

/** As the same person reads them signed in, but only of a post that waits for them. */
export const listNotesByLink = async (
  { params }: Input<typeof contract.listNotesByLink>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listNotesByLink>> => {
  const post = await answerPost(call.db, call, params.postId, call.now)
  if (isFailure(post)) return post
  if (post.can_approve_post_socials.length === 0) return fail('not_found')
  const notes = await Promise.all(
    post.post_socials.map(({ id }) => readNotes(call.db, call, { postSocialId: id })),
  )
  const inOrder = notes.flat().toSorted((one, other) => one.id - other.id)
  return withSignedMedia(inOrder, call.services.config, call.now)
}
