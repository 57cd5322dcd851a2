import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/** Why publishing is paused, in the words of the person who paused it. */
export const PAUSE_REASON_MAX = 300

/** What was already with a network when the pause was made: it may still appear. */
const sendingVersion = z.strictObject({
  kind: z.enum(['post', 'first_comment']),
  post_id: id,
  project_id: id,
  social_network: z.enum(socialNetworks),
})

const body = z.strictObject({
  reason: z
    .string({ error: 'Say why' })
    .overwrite(oneLine)
    .min(1, 'Say why')
    .max(PAUSE_REASON_MAX, `Use at most ${PAUSE_REASON_MAX} characters`),
  ends_at: instant.nullable(),
  tells_clients: z.boolean(),
})
export type NewPause = z.output<typeof body>

const paused = z.strictObject({ pause_id: id, still_sending: z.array(sendingVersion) })
export type Paused = z.output<typeof paused>

const resumed = z.strictObject({
  /** How many posts and first comments came due during the pause and wait for a decision. */
  missed: z.int(),
})

/** Which pause is meant: one that somebody has made since is not ended. */
const which = z.strictObject({ pause_id: id })

const ofProject = z.strictObject({ projectId: pathId })
const ofAgency = z.strictObject({ agencyId: pathId })

/** Nothing of the client goes out from the answer on. */
export const pauseClient = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/pause',
  summary: 'Pause publishing for a client',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  body,
  output: paused,
  failures: ['already_paused', 'validation_error'],
})

export const resumeClient = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/resume',
  summary: 'Resume publishing for a client',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  body: which,
  output: resumed,
  failures: ['not_paused'],
})

/** Nothing of the whole agency goes out from the answer on. */
export const pauseAgency = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/pause',
  summary: 'Pause publishing for all clients of an agency',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params: ofAgency,
  body,
  output: paused,
  failures: ['already_paused', 'validation_error'],
})

export const resumeAgency = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/resume',
  summary: 'Resume publishing for all clients of an agency',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params: ofAgency,
  body: which,
  output: resumed,
  failures: ['not_paused'],
})

/** What came due during a pause. */
export const missedPost = z.strictObject({
  publication_id: id,
  kind: z.enum(['post', 'first_comment']),
  post_id: id,
  social_network: z.enum(socialNetworks),
  text: z.string(),
  due_at: instant,
  /** Of the post's schedule, for another time; null: it was published without one. */
  schedule_id: id.nullable(),
  is_autoposting: z.boolean(),
})
export type MissedPost = z.output<typeof missedPost>

/** How many missed posts one answer holds. */
export const MISSED_POSTS_MAX = 100

/** What came due while the client was paused and waits for a decision, the earliest first; `count`: how much in all. */
export const listMissedPosts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/missed-posts',
  summary: 'List what came due while publishing was paused',
  permission: 'post.publish',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.strictObject({ posts: z.array(missedPost), count: z.int() }),
})

/** Publishes one of them now; the other ways are a new time and a stop of the post. */
export const publishMissedPost = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/missed-posts/{publicationId}/publish',
  summary: 'Publish a post now that came due while publishing was paused',
  permission: 'post.publish',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, publicationId: pathId }),
  output: nothing,
  failures: ['publishing_paused'],
})
