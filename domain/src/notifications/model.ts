import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { postSocialStatuses } from '#domain/posts/status.ts'
import { outlookCodes } from '#domain/publishing/outlook-codes.ts'
import { agencyKinds, notificationKinds, type ProjectKind, projectKinds } from './kinds.ts'

const common = { id, created_at: instant, read_at: instant.nullable() }

/** A notification about a project. `actor` null: Galley itself, or somebody whom a client does not know. */
const projectNotification = z.strictObject({
  ...common,
  kind: z.enum(projectKinds),
  project_id: id,
  project_name: z.string(),
  post_id: id.nullable(),
  /** The reader's in that project: it decides which page shows the post. */
  role: z.enum(roles),
  /** The version that it is about, or all of the post; none without a post. */
  versions: z.array(
    z.strictObject({ social_network: z.enum(socialNetworks), status: z.enum(postSocialStatuses) }),
  ),
  /** The beginning of the post's text. */
  post_text: z.string(),
  actor: z.strictObject({ name: z.string(), avatar_image_link: z.string().nullable() }).nullable(),
  /** What was written with the reminder or the approval, if anything. */
  message: z.string().optional(),
  /** Why the post will not go out, where that is what it is about. */
  reason: z.enum(outlookCodes).optional(),
  /** Of a post that is late and still waits: for whom, a sentence for each group of people. */
  waiting_for: z.array(z.string()),
})
export type ProjectNotification = z.output<typeof projectNotification>

/** A notification to an admin about their agency. */
const agencyNotification = z.strictObject({
  ...common,
  kind: z.enum(agencyKinds),
  agency_id: id,
  agency_name: z.string(),
  /** Which client of which agency, where one is offered. */
  offer: z.strictObject({ project_name: z.string(), agency_name: z.string() }).optional(),
})
export type AgencyNotification = z.output<typeof agencyNotification>

export const notification = z.discriminatedUnion('kind', [projectNotification, agencyNotification])
export type Notification = z.output<typeof notification>

/** About a person's account in a project, where no post is opened. */
export const accountKinds = ['invitation', 'reconnecting'] as const satisfies readonly ProjectKind[]

export const unreadCounts = z.strictObject({
  total: z.int(),
  /** `account_kinds`: what is unread of the project and not about a post. */
  projects: z.array(
    z.strictObject({ project_id: id, count: z.int(), account_kinds: z.array(z.enum(accountKinds)) }),
  ),
  agencies: z.array(z.strictObject({ agency_id: id, count: z.int() })),
})
export type UnreadCounts = z.output<typeof unreadCounts>

/** A day of a timeframe; `timestamp` is when it is next, and null while it is not chosen. */
export const mailDay = z.strictObject({
  id,
  notification_id: id,
  timestamp: instant.nullable(),
  scheduled_day: z.int().min(0).max(6),
  scheduled_times: z.array(z.string()),
  isChecked: z.boolean(),
})

/**
 * Whether and when mails come about one kind, for the person's account (`type_id` 1) or in a project (2). `id` and `notification_id` are the
 * same: the project and the kind in one number.
 */
export const notificationSetting = z.strictObject({
  id,
  notification_id: id,
  name: z.string(),
  kind: z.enum(notificationKinds),
  type_id: z.union([z.literal(1), z.literal(2)]),
  timeframe_type_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  alias_name: z.enum(['immediate', 'hourly', 'time_frame']),
  status: z.union([z.literal(0), z.literal(1)]),
  /** Whether it is shown in the person's browsers (docs/product/notifications.md "Push"). */
  push: z.union([z.literal(0), z.literal(1)]),
  /** All seven days, Monday first, by the clock of `timezone`. */
  notify_timeframe: z.array(mailDay),
  timezone: z.string(),
})
export type NotificationSetting = z.output<typeof notificationSetting>
