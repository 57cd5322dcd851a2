import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { repeatRule, series } from './model.ts'

const failures = [
  'network_not_connected',
  'type_not_allowed',
  'lead_time',
  'autoposting_not_possible',
  'illegal_transition',
  'schedule_required',
  'being_published',
  'already_live',
] as const

const ofPost = z.strictObject({ postId: pathId })
const scope = { post: 'params.postId' } as const

/** The post is the first of the series and the template of the drafts, which are made at once for the next eight weeks. */
export const createSeries = endpoint({
  method: 'POST',
  path: '/posts/{postId}/series',
  summary: 'Repeat a post every week or month',
  permission: 'post.create',
  scope,
  params: ofPost,
  body: z
    .strictObject({
      rule: repeatRule,
      until: day.nullable().default(null),
      count: z.int().min(2).max(500).nullable().default(null),
    })
    .refine(({ until, count }) => until === null || count === null, {
      error: 'Either an end date or a number of posts',
      path: ['until'],
    }),
  output: z.strictObject({ id, drafts: z.int() }),
  failures,
})

/** Null for a post that does not repeat, or whose series was stopped. */
export const getPostSeries = endpoint({
  method: 'GET',
  path: '/posts/{postId}/series',
  summary: 'Read the series that a post belongs to',
  permission: 'post.create',
  scope,
  params: ofPost,
  output: z.strictObject({ series: series.nullable() }),
})

/** The post becomes the template; later drafts that nobody has changed are replaced by copies of it. */
export const changeFollowing = endpoint({
  method: 'PUT',
  path: '/posts/{postId}/series/template',
  summary: 'Repeat this version of the post in all that follow',
  permission: 'post.create',
  scope,
  params: ofPost,
  output: z.strictObject({ replaced: z.int(), drafts: z.int() }),
  failures,
})

/** `drafts`: what becomes of later drafts that nobody has changed; others always stay. */
export const stopSeries = endpoint({
  method: 'POST',
  path: '/posts/{postId}/series/stop',
  summary: 'Stop repeating a post',
  permission: 'post.create',
  scope,
  params: ofPost,
  body: z.strictObject({ drafts: z.enum(['keep', 'delete']) }),
  output: nothing,
  failures,
})
