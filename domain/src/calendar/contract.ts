import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, idList, pathId } from '#domain/kernel/shapes.ts'
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

/** The most posts whose cards one call takes. */
export const CARDS_MAX = 100

/**
 * The cards of single posts, for a calendar that is open while they change (docs/product/calendar.md "Live changes"). A post that has no
 * card for the caller is left out, whatever the reason: it was deleted, has no schedule, is not theirs to see, or does not exist.
 */
export const listCalendarCards = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/cards',
  summary: 'Get the calendar cards of single posts',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({ ids: idList(CARDS_MAX) }),
  output: z.array(calendarItem),
})

/** Posts of one answer of the drawer. */
export const UNSCHEDULED_PAGE = 30

/**
 * What could be scheduled and is not: saved posts without a schedule, newest first, but for those that are live or being published.
 * `q`: words that one of its versions has. `total` is without it. (docs/product/calendar.md "Unscheduled posts")
 */
export const listUnscheduledPosts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/unscheduled',
  summary: 'List the posts of a project that have no schedule',
  permission: 'post.schedule',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({ q: z.string().max(255).optional(), after: pathId.optional() }),
  output: z.strictObject({ posts: z.array(postSummary), next_after: id.nullable(), total: z.int() }),
})
