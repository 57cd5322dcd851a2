import { graphTime } from '../meta/paging.ts'
import type { Comment, Post } from '../platform/model.ts'
import { permalink, type Sandbox } from '../platform/sandbox.ts'

/** A comment's id begins with the id of its post. */
export function facebookCommentId(sandbox: Sandbox, post: Post): string {
  return `${post.id}_${sandbox.ids.facebook()}`
}

export function facebookComment(sandbox: Sandbox, post: Post, comment: Comment) {
  const author = sandbox.store.get('account', comment.author)
  return {
    id: comment.id,
    message: comment.text,
    created_time: graphTime(comment.created_at),
    permalink_url: `${permalink(sandbox, post)}#comment-${comment.id}`,
    from: { name: author?.name, id: comment.author },
  }
}
