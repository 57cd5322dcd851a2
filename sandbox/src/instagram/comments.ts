import { graphTime } from '../meta/paging.ts'
import type { Comment, Post } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'

export function instagramCommentId(sandbox: Sandbox): string {
  return sandbox.ids.instagramMedia()
}

export function instagramComment(sandbox: Sandbox, _post: Post, comment: Comment) {
  const author = sandbox.store.get('account', comment.author)
  const { id, text, created_at } = comment
  return { id, text, timestamp: graphTime(created_at), username: author?.handle }
}
