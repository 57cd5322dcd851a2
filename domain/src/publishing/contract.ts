import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { post } from '#domain/posts/model.ts'

const params = z.strictObject({ postId: pathId })
const failures = [
  'illegal_transition',
  'being_published',
  'already_live',
  'post_has_problems',
  'network_not_connected',
  'publishing_paused',
] as const

/** Publishes a cleared post now: approved, scheduled, pending_publish or failed ones (docs/product/publishing.md "Publish now"). */
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
  summary: 'Publish a post now as an admin, whether approved or not',
  permission: 'post.publishAsAdmin',
  scope: { post: 'params.postId' },
  params,
  output: post,
  failures,
})

const postSocialParams = z.strictObject({ postSocialId: pathId })
const ofPostSocial = { postSocial: 'params.postSocialId' } as const

/** "It is live": a person has seen on the account what Galley could not confirm (docs/product/publishing.md "It is live"). */
export const confirmIsLive = endpoint({
  method: 'POST',
  path: '/posts/publish/confirm/{postSocialId}',
  summary: 'Confirm that an unconfirmed version is live',
  permission: 'post.publish',
  scope: ofPostSocial,
  params: postSocialParams,
  body: z.strictObject({
    /** Where the public sees it, as pasted by the person. */
    permalink: z
      .url({ protocol: /^https?$/, error: 'Please enter a valid url adress' })
      .max(2048)
      .optional(),
  }),
  output: post,
  failures: ['illegal_transition', 'being_published', 'already_live'],
})

/** "Publish again": looks the post up first, and sends it even if that is inconclusive, as a person has taken responsibility. */
export const publishAgain = endpoint({
  method: 'POST',
  path: '/posts/publish/again/{postSocialId}',
  summary: 'Publish an unconfirmed version again',
  permission: 'post.publish',
  scope: ofPostSocial,
  params: postSocialParams,
  output: post,
  failures,
})

/** A person who may publish says that what was approved for another account goes out on the one that is connected now. */
export const confirmAccount = endpoint({
  method: 'POST',
  path: '/posts/publish/account/{postSocialId}',
  summary: 'Let what was approved for another account go out on the connected one',
  permission: 'post.publish',
  scope: ofPostSocial,
  params: postSocialParams,
  body: z.strictObject({
    /** The connected account, as the person has seen it: the call is refused if another one is connected by then. */
    social_account_id: id,
    /** Also every other version of the project on this network that was approved for another account. */
    with_others: z.boolean().optional(),
  }),
  output: post,
  failures: [
    'illegal_transition',
    'being_published',
    'already_live',
    'network_not_connected',
    'other_account_connected',
  ],
})

/** Retries the first comment of a live version. */
export const retryFirstComment = endpoint({
  method: 'POST',
  path: '/posts/first-comment/{postSocialId}',
  summary: 'Retry the first comment',
  permission: 'post.publish',
  scope: ofPostSocial,
  params: postSocialParams,
  output: post,
  failures: ['illegal_transition', 'network_not_connected', 'publishing_paused'],
})

/** What a version that is being published waits for before its next step, and until when. */
const nextTry = z.strictObject({
  post_social_id: id,
  waits_for: z.enum(['look_up', 'retry', 'processing', 'duplicate']),
  /** What came of the last call to the network; null: the delay is Galley's own, or nothing was called. */
  answer: z.string().nullable(),
  next_try_at: instant,
})
export type NextTry = z.output<typeof nextTry>

/** The versions of a post that go on later by themselves (docs/product/publishing.md "Progress"). */
export const listNextTries = endpoint({
  method: 'GET',
  path: '/posts/publishing/{postId}',
  summary: 'List what the versions of a post wait for while they are published',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params,
  output: z.array(nextTry),
})

/** A version that failed because its account had no access, which it has again. */
const mendedFailure = z.strictObject({
  post_id: id,
  social_network: z.enum(socialNetworks),
  message: z.string(),
  /** For when it was planned; null: it has no schedule. */
  scheduled_at: instant.nullable(),
})
export type MendedFailure = z.output<typeof mendedFailure>

/** What can be published again since an account was connected (docs/product/publishing.md "After reconnecting"). */
export const listMendedFailures = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/mended-failures',
  summary: 'List versions that failed for want of access to an account which works again',
  permission: 'post.publish',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.array(mendedFailure),
})
