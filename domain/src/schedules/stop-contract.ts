import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/** How long a stop can be undone, in hours. */
export const UNDO_STOP_HOURS = 24

const stopped = z.strictObject({
  /** What undoes it; null: the post had no schedule, so it was only being published. */
  schedule_id: id.nullable(),
  /** Networks whose version is being sent at this moment: that can no longer be stopped. */
  still_sending: z.array(z.enum(socialNetworks)),
})
export type Stopped = z.output<typeof stopped>

/** Stops a post until the moment of sending: it has no schedule then, and keeps its approvals (docs/product/publishing.md "Stop"). */
export const stopPost = endpoint({
  method: 'POST',
  path: '/posts/stop/{postId}',
  summary: 'Stop a post before it is sent',
  permission: 'post.publish',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: stopped,
  failures: ['being_published', 'already_live', 'illegal_transition'],
})

/** Puts a stopped post back on its time, if that is still to come. */
export const undoStop = endpoint({
  method: 'POST',
  path: '/posts/stop/undo/{scheduleId}',
  summary: 'Put a stopped post back on its schedule',
  permission: 'post.publish',
  scope: { schedule: 'params.scheduleId' },
  params: z.strictObject({ scheduleId: pathId }),
  output: nothing,
  failures: ['illegal_transition', 'being_published', 'already_live'],
})
