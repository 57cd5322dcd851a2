import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, pathId } from '#domain/kernel/shapes.ts'
import { dayLabel } from '#domain/labels/model.ts'
import { postSummary } from '#domain/posts/model.ts'
import { schedule } from '#domain/schedules/model.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'

/** One event of the calendar. */
export const calendarItem = schedule.extend({ post: postSummary })
export type CalendarItem = z.output<typeof calendarItem>

/** The calendar's one call (docs/product/calendar.md "Reading a range"). Days are the project's own; both ends are included. */
export const getCalendar = endpoint({
  method: 'GET',
  path: '/posts/schedules/{projectId}/{start}/{end}',
  summary: 'Get the calendar for a range of days',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, start: day, end: day }),
  output: z.strictObject({
    project: z.strictObject({ id, name: z.string(), timezone: z.string(), socials: z.array(projectSocial) }),
    post_schedules: z.array(calendarItem),
    day_labels: z.array(dayLabel),
  }),
})
