import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { graphTime } from '../meta/paging.ts'
import { requireScopes } from '../meta/tokens.ts'
import type { Comment, Post } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'

export function instagramCommentId(sandbox: Sandbox): string {
  return sandbox.ids.instagramMedia()
}

export function instagramComment(sandbox: Sandbox, _post: Post, comment: Comment) {
  const author = sandbox.store.get('account', comment.author)
  const { id, text, created_at } = comment
  return { id, text, timestamp: graphTime(created_at), username: author?.handle }
}

/** Throws if the token lacks the permission or the post is a story, which takes no comments. */
export function checkMayComment({ token }: GraphCall, post: Post): void {
  requireScopes(token, 'instagram_manage_comments')
  if (post.story_until === undefined) return
  throw new GraphError({ message: '(#100) Comments are not supported on this media.', code: 100 })
}
