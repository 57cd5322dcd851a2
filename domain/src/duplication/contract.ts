import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clockTime, day, id, pathId } from '#domain/kernel/shapes.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { post } from '#domain/posts/model.ts'

const networkList = z
  .array(z.enum(socialNetworks))
  .min(1)
  .refine(list => new Set(list).size === list.length, 'Each network once')

/** A time for the duplicate: all three or none; without them it has no schedule. */
const when = { date: day.optional(), time: clockTime.optional(), is_autoposting: z.boolean().optional() }
type When = { readonly [K in keyof typeof when]?: unknown }
const isWhole = ({ date, time, is_autoposting }: When) =>
  new Set([date, time, is_autoposting].map(value => value === undefined)).size === 1
const partOfTime = { error: 'A schedule has a date, a time and is_autoposting', path: ['date'] }

const failures = [
  'network_not_connected',
  'type_not_allowed',
  'lead_time',
  'autoposting_not_possible',
  'illegal_transition',
] as const

export const duplicatePost = endpoint({
  method: 'POST',
  path: '/posts/duplicate',
  summary: 'Duplicate a post on its own networks',
  permission: 'post.create',
  scope: { post: 'body.post_id' },
  body: z.strictObject({ post_id: id, ...when }).refine(isWhole, partOfTime),
  output: post,
  failures,
})

/** Of one version, or of a post: each network then takes its own version, or else the shared content. */
export const duplicateToAnyPlatform = endpoint({
  method: 'POST',
  path: '/posts/duplicate-to-any-platform',
  summary: 'Duplicate a post, or one of its versions, to other networks',
  permission: 'post.create',
  scope: { post: 'body.post_id', postSocial: 'body.post_social_id' },
  body: z
    .strictObject({
      post_id: id.optional(),
      post_social_id: id.optional(),
      social_networks: networkList,
      ...when,
    })
    .refine(({ post_id, post_social_id }) => (post_id === undefined) !== (post_social_id === undefined), {
      error: 'Either post_id or post_social_id',
      path: ['post_id'],
    })
    .refine(isWhole, partOfTime),
  output: post,
  failures,
})

/** All or none. */
export const duplicateToAnyPlatformBatch = endpoint({
  method: 'POST',
  path: '/posts/duplicate-to-any-platform-batch',
  summary: 'Duplicate several posts to other networks',
  permission: 'post.create',
  scope: { post: 'body.post_ids' },
  body: z
    .strictObject({ post_ids: z.array(id).min(1).max(50), social_networks: networkList, ...when })
    .refine(isWhole, partOfTime),
  output: z.array(post),
  failures,
})

/** What becomes of the post on one network. `type` null: the network takes no such post. */
export const networkOffer = z.strictObject({
  social_network: z.enum(socialNetworks),
  is_connected: z.boolean(),
  type: z.enum(postTypes).nullable(),
  /** What is not carried over. */
  lost: z.array(z.string()),
  /** What has to be mended before it can go out. */
  problems: z.array(z.string()),
})
export type NetworkOffer = z.output<typeof networkOffer>

const allowed = z.strictObject({
  allowed_social_networks: z.array(z.enum(socialNetworks)),
  offers: z.array(networkOffer),
})

export const listNetworksForPost = endpoint({
  method: 'GET',
  path: '/posts/{postId}/social-networks/allowed',
  summary: 'List the networks that a post can be duplicated to',
  permission: 'post.create',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: allowed,
})

/** What several posts have in common: only the networks that take all of them are allowed. */
export const listNetworksForPosts = endpoint({
  method: 'POST',
  path: '/posts/social-networks/allowed',
  summary: 'List the networks that several posts can be duplicated to',
  permission: 'post.create',
  scope: { post: 'body.post_ids' },
  body: z.strictObject({ post_ids: z.array(id).min(1).max(50) }),
  output: allowed,
})

export const listNetworksForPostSocial = endpoint({
  method: 'GET',
  path: '/post-socials/{postSocialId}/social-networks/allowed',
  summary: 'List the networks that a version of a post can be duplicated to',
  permission: 'post.create',
  scope: { postSocial: 'params.postSocialId' },
  params: z.strictObject({ postSocialId: pathId }),
  output: allowed,
})

/** The projects of the same agency in which the caller may create posts, by name. */
export const listCloneProjects = endpoint({
  method: 'GET',
  path: '/posts/{postId}/clone-projects',
  summary: 'List the projects that a post can be cloned to',
  permission: 'post.create',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  query: z.strictObject({ q: z.string().max(255).optional() }),
  output: z.array(z.strictObject({ id, name: z.string(), timezone: z.string() })),
})

/** What a clone in this project would be: all that is lost is said before. */
export const getClonePreview = endpoint({
  method: 'GET',
  path: '/posts/{postId}/clone-preview',
  summary: 'Preview a clone of a post in a project',
  permission: 'post.create',
  cost: 'search',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  query: z.strictObject({ to_project_id: pathId }),
  output: z.strictObject({
    timezone: z.string(),
    offers: z.array(networkOffer),
    /** How many files have to be copied; none within a project. */
    files: z.int(),
  }),
  failures: ['project_archived'],
})

/** Into the same project, or another one of the agency in which the caller may create posts. */
export const clonePost = endpoint({
  method: 'POST',
  path: '/posts/clone',
  summary: 'Clone a post to another day or project',
  permission: 'post.create',
  scope: { post: 'body.post_id' },
  body: z
    .strictObject({ post_id: id, to_project_id: id, social_networks: networkList, ...when })
    .refine(isWhole, partOfTime),
  output: post,
  failures: [...failures, 'upload_limit', 'project_archived'],
})

export const retryMediaReplication = endpoint({
  method: 'POST',
  path: '/posts/{postId}/media-replication',
  summary: 'Copy the files of a clone again that could not be copied',
  permission: 'post.edit',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: post,
  failures: ['illegal_transition'],
})
