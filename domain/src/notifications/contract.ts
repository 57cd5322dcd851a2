import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, pathId } from '#domain/kernel/shapes.ts'
import { mailTimes, TIMES_A_DAY } from './mail-days.ts'
import { accountKinds, notification, notificationSetting, unreadCounts } from './model.ts'

/** Newest first, 30 at a time. What cannot be seen any more is left out. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'List your notifications',
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
  summary: 'Count what you have not read, by project and agency',
  permission: 'signed-in',
  output: unreadCounts,
})

/** All of them, those of a post, those of a kind in a project, those of an agency, or these; those of somebody else are left alone. */
export const markRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read',
  permission: 'signed-in',
  body: z.union([
    z.strictObject({ ids: z.array(id).min(1).max(500) }),
    z.strictObject({ post_id: id }),
    z.strictObject({ project_id: id, kind: z.enum(accountKinds) }),
    z.strictObject({ agency_id: id }),
    z.strictObject({ is_all: z.literal(true) }),
  ]),
  output: unreadCounts,
})

/** What a person is mailed about in a project, and about their account: by kind, as they have chosen. Only what their role is notified of. */
export const listNotificationSettings = endpoint({
  method: 'GET',
  path: '/notification-types/{projectId}',
  summary: 'List your notification settings in a project',
  permission: 'project.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.array(notificationSetting),
})

export const getNotificationSetting = endpoint({
  method: 'GET',
  path: '/get-edit-notifysetting/{settingId}',
  summary: 'Read one of your notification settings',
  permission: 'project.see',
  scope: { notificationSetting: 'params.settingId' },
  params: z.strictObject({ settingId: pathId }),
  output: notificationSetting,
})

/** `id`, `notification_id` and `timestamp` are as they were read: they change nothing. */
const chosenDay = z.strictObject({
  id: id.optional(),
  notification_id: id.optional(),
  timestamp: z.iso.datetime().nullable().optional(),
  scheduled_day: z.int().min(0).max(6),
  scheduled_times: z
    .array(z.enum(mailTimes as [string, ...string[]], 'Times are half hours: HH:00 or HH:30'))
    .max(TIMES_A_DAY)
    .refine(times => new Set(times).size === times.length, 'The same time twice'),
  isChecked: z.boolean(),
})

/** (docs/product/notifications.md "Calls") `timezone` is that of the browser, and the project's without it. */
const choice = z.strictObject({
  notification_id: id,
  type_id: z.union([z.literal(1), z.literal(2)]),
  timeframe_type_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  status: z.union([z.literal(0), z.literal(1)]),
  /** Without it stays. */
  push: z.union([z.literal(0), z.literal(1)]).optional(),
  notify_timeframe: z
    .array(chosenDay)
    .max(7)
    .refine(days => new Set(days.map(day => day.scheduled_day)).size === days.length, 'The same day twice')
    .optional(),
  timezone: z.string().max(64).optional(),
})

/** Of the person's account (`type_id` 1): for all their projects. */
export const updateAccountNotificationSetting = endpoint({
  method: 'POST',
  path: '/update-all-notification-setting/{settingId}',
  summary: 'Change a notification setting of your account',
  permission: 'project.see',
  scope: { notificationSetting: 'params.settingId' },
  params: z.strictObject({ settingId: pathId }),
  body: choice,
  output: notificationSetting,
})

/** Of one project (`type_id` 2). */
export const updateProjectNotificationSetting = endpoint({
  method: 'POST',
  path: '/update-project-notification-setting/{settingId}',
  summary: 'Change a notification setting of a project',
  permission: 'project.see',
  scope: { notificationSetting: 'params.settingId' },
  params: z.strictObject({ settingId: pathId }),
  body: choice,
  output: notificationSetting,
})
