import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { clockTime, day, id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import { freeSlot, schedule } from './model.ts'

const when = { date: day, time: clockTime, is_autoposting: z.boolean() }

const refusals = [
  'lead_time',
  'autoposting_not_possible',
  'change_blocked',
  'being_published',
  'already_live',
  'illegal_transition',
] as const

export const createSchedule = endpoint({
  method: 'POST',
  path: '/posts/schedules',
  summary: 'Schedule a post',
  permission: 'post.schedule',
  scope: { post: 'body.post_id' },
  body: z.strictObject({ ...when, post_id: id }),
  output: schedule,
  failures: [...refusals, 'post_has_problems'],
})

export const updateSchedule = endpoint({
  method: 'PUT',
  path: '/posts/schedules/{scheduleId}',
  summary: "Change a post's schedule",
  permission: 'post.schedule',
  scope: { schedule: 'params.scheduleId' },
  params: z.strictObject({ scheduleId: pathId }),
  body: z.strictObject({ ...when, schedule_id: id.optional() }),
  output: schedule,
  failures: refusals,
})

/** All or none: one refusal refuses the whole batch, with the ids under `errors`. */
export const updateSchedules = endpoint({
  method: 'PUT',
  path: '/posts/schedules',
  summary: 'Move several schedules to the same date and time',
  permission: 'post.schedule',
  scope: { schedule: 'body.schedule_ids' },
  body: z.strictObject({ ...when, schedule_ids: z.array(id).min(1).max(SELECTED_MAX) }),
  output: z.array(schedule),
  failures: refusals,
})

/**
 * Gives each of several posts a time of its own; one that is refused stays as it is and the others move (docs/product/bulk-edits.md
 * "Partial results"). `seen`: the time and autoposting that the person saw, so that nobody else's change is overwritten. `timezone`: the
 * zone in which the time is meant, for Undo; left out, the project's.
 */
export const rescheduleEach = endpoint({
  method: 'PUT',
  path: '/posts/schedules/each',
  summary: 'Move several schedules, each to its own date and time',
  permission: 'post.schedule',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    project_id: id,
    schedules: z
      .array(
        z.strictObject({
          ...when,
          schedule_id: id,
          timezone: z.string().max(64).optional(),
          seen: z.strictObject({ datetime: instant, is_autoposting: z.boolean() }),
        }),
      )
      .min(1)
      .max(50)
      .refine(rows => new Set(rows.map(row => row.schedule_id)).size === rows.length, 'Each schedule once'),
  }),
  output: z.array(
    z.strictObject({
      schedule_id: id,
      /** Why it was left as it was, in words. */
      refusal: z.string().nullable(),
      /** As it is now and as it was before; null if it was left. */
      schedule: schedule.nullable(),
      before: schedule.nullable(),
    }),
  ),
})

/**
 * Gives two posts each other's time: both or none. `datetime` is what the person saw; if a post has another time by now, neither moves.
 * Each keeps its autoposting. (docs/product/previews.md "Order of the grid")
 */
export const swapSchedules = endpoint({
  method: 'POST',
  path: '/posts/schedules/swap',
  summary: 'Swap the times of two scheduled posts',
  permission: 'post.schedule',
  scope: { schedule: 'body.schedule_ids' },
  body: z.strictObject({
    schedule_ids: z.tuple([id, id]),
    datetimes: z.tuple([instant, instant]),
  }),
  output: z.array(schedule),
  failures: [...refusals, 'stale_version'],
})

export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/posts/schedules/{scheduleId}',
  summary: "Remove a post's schedule",
  permission: 'post.schedule',
  scope: { schedule: 'params.scheduleId' },
  params: z.strictObject({ scheduleId: pathId }),
  output: nothing,
  failures: ['change_blocked', 'being_published', 'already_live'],
})

/** `facebook,instagram` in a query: known networks, each once. */
const networksInQuery = z
  .string()
  .max(100)
  .transform((text, context): SocialNetwork[] => {
    const names = [...new Set(text.split(','))]
    if (!names.every(isSocialNetwork)) {
      context.addIssue({ code: 'custom', message: 'Networks with commas between them' })
      return z.NEVER
    }
    return names
  })

/**
 * The first of the project's time slots for a post on these networks that is at least the lead time away and that no other post on one
 * of them occupies (docs/product/schedules.md "Next free slot"). Null: there is none within a year.
 */
export const getNextFreeSlot = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/time-slots/next-free',
  summary: 'Get the next free time slot of a project',
  permission: 'post.schedule',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({ social_networks: networksInQuery }),
  output: freeSlot.nullable(),
})
