import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { post } from '#domain/posts/model.ts'

const params = z.strictObject({ postId: pathId })
const failures = [
  'illegal_transition',
  'being_published',
  'already_live',
  'post_has_problems',
  'network_not_connected',
] as const

/** Publishes a cleared post now: approved, scheduled, pending_publish or failed ones (document 2 section 4 "Manual publish"). */
export const publishPost = endpoint({
  method: 'POST',
  path: '/posts/publish/{postId}',
  summary: 'Publish a post now',
  permission: 'post.publish',
  scope: { post: 'params.postId' },
  params,
  output: post,
  failures,
})

/** Publishes whatever its approval says: the admin's own responsibility, and logged as theirs. */
export const publishPostAsAdmin = endpoint({
  method: 'POST',
  path: '/posts/publish/admin/{postId}',
  summary: 'Publish a post now as an admin, approved or not',
  permission: 'post.publishAsAdmin',
  scope: { post: 'params.postId' },
  params,
  output: post,
  failures,
})
