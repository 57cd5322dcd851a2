import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, pathId } from '#domain/kernel/shapes.ts'
import { notification, unreadCounts } from './model.ts'

/** Newest first, 30 at a time. What cannot be seen any more is left out. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'List what you have been told',
  permission: 'signed-in',
  query: z.strictObject({
    is_unread: z.enum(['true', 'false']).default('false'),
    after: pathId.optional(),
  }),
  output: z.strictObject({ notifications: z.array(notification), next: id.nullable() }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'Count what you have not read, by project',
  permission: 'signed-in',
  output: unreadCounts,
})

/** All of them, those of a post, or these; those of somebody else are left alone. */
export const markRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read',
  permission: 'signed-in',
  body: z.union([
    z.strictObject({ ids: z.array(id).min(1).max(500) }),
    z.strictObject({ post_id: id }),
    z.strictObject({ is_all: z.literal(true) }),
  ]),
  output: unreadCounts,
})
