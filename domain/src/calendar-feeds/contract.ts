import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { instant, nothing, pathId } from '#domain/kernel/shapes.ts'

const ofProject = {
  permission: 'post.see',
  scope: { project: 'params.projectId' },
} as const
// By itself: as a part of `ofProject` it would reach the browser, with the schema library.
const params = z.strictObject({ projectId: pathId })

/** Whether the caller has an address for this project. The address itself is never shown again. */
export const getCalendarFeed = endpoint({
  ...ofProject,
  params,
  method: 'GET',
  path: '/projects/{projectId}/calendar-feed',
  summary: 'See whether your calendar feed is on',
  output: z.strictObject({ created_at: instant.nullable() }),
})

/** Makes an address, and ends the one before (docs/product/calendar-feed.md "The address"). */
export const renewCalendarFeed = endpoint({
  ...ofProject,
  params,
  method: 'POST',
  path: '/projects/{projectId}/calendar-feed',
  summary: 'Make a new address for your calendar feed',
  body: z.strictObject({}),
  output: z.strictObject({ url: z.string(), created_at: instant }),
})

export const endCalendarFeed = endpoint({
  ...ofProject,
  params,
  method: 'DELETE',
  path: '/projects/{projectId}/calendar-feed',
  summary: 'Switch your calendar feed off',
  output: nothing,
})

/** What a calendar reads: it has no session, and is known by the secret in the address. */
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/calendar-feeds/{token}/posts.ics',
  summary: 'Read a calendar feed',
  permission: 'public',
  params: z.strictObject({ token: z.string().max(100) }),
  output: z.string(),
  file: 'text/calendar',
})
