import { sql } from 'kysely'
import type { Failure } from '#domain/kernel/failure.ts'
import { fail } from '#domain/kernel/failure.ts'
import { mailedAt } from '#domain/notifications/digest-times.ts'
import {
  type DeliveryMode,
  type DeliveryName,
  deliveryModes,
  isChosen,
  kindDetails,
  type NotificationKind,
  notificationTypes,
} from '#domain/notifications/kinds.ts'
import { type MailDay, timesOf, wholeWeek } from '#domain/notifications/mail-days.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { needsReader } from '#domain/notifications/needs-reader.ts'
import { kindsOf } from '#domain/notifications/recipients.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** What a person has chosen about a kind, or what its default is. `timezone` null: they have chosen nothing about its mails. */
export type Choice = {
  /** Whether it is mailed. */
  readonly is_on: boolean
  readonly mode: DeliveryMode
  readonly days: readonly MailDay[]
  readonly timezone: string | null
  /** Whether it is shown in the person's browsers. */
  readonly is_pushed: boolean
}

const defaultChoice = (kind: NotificationKind): Choice => {
  const { mode } = kindDetails[kind]
  return {
    is_on: mode !== null,
    mode: deliveryModes[mode ?? 'immediate'],
    days: [],
    timezone: null,
    // What always has a mail of its own is not chosen, and not pushed.
    is_pushed: mode !== null && needsReader(kind),
  }
}

/** More kinds than there will ever be: the last two digits of a setting's number are its kind, the others its project. */
const KINDS = 100

const numberOf = (kind: NotificationKind, projectId: number): number =>
  projectId * KINDS + kindDetails[kind].id

/** The kinds whose mails a person can choose in a project. Super-admins have the choices of an admin. */
export const kindsIn = ({ role }: ProjectScope): NotificationKind[] =>
  role === null ? [] : kindsOf(role === 'super-admin' ? 'agency-admin' : role).filter(isChosen)

/** The kind of a setting, if the role is notified of it. */
export const findKind = (settingId: number, scope: ProjectScope): NotificationKind | Failure<'not_found'> =>
  kindsIn(scope).find(kind => numberOf(kind, scope.projectId) === settingId) ?? fail('not_found')

/** What people have chosen, for their account and for a project. */
export const readChoices = async (
  db: Reader,
  userIds: readonly number[],
  projectId: number,
): Promise<(userId: number, kind: NotificationKind) => Choice> => {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'kind', 'is_on', 'mode', 'days', 'timezone', 'is_pushed'])
    .where('user_id', 'in', userIds)
    .where(where => where.or([where('project_id', 'is', null), where('project_id', '=', projectId)]))
    .execute()
  const chosen = new Map(rows.map(({ user_id, ...row }) => [`${user_id} ${row.kind}`, row]))
  return (userId, kind) => {
    const usual = defaultChoice(kind)
    const own = chosen.get(`${userId} ${kind}`)
    return own ? { ...own, is_pushed: own.is_pushed ?? usual.is_pushed } : usual
  }
}

/** When a notification of this moment is mailed to its person; null: not at all. */
export const mailTimeOf = ({ is_on, mode, days, timezone }: Choice, now: Date): Date | null =>
  is_on ? mailedAt(now, mode, { days, timezone: timezone ?? 'UTC' }) : null

/** A setting as it is sent. Somebody who has chosen nothing yet has the project's zone. */
export const toSetting = (
  kind: NotificationKind,
  { is_on, mode, days, timezone, is_pushed }: Choice,
  { projectId, timezone: zone }: ProjectScope,
  now: Date,
): NotificationSetting => {
  const number = numberOf(kind, projectId)
  const { name, type } = kindDetails[kind]
  const own = timezone ?? zone
  return {
    id: number,
    notification_id: number,
    name,
    kind,
    type_id: notificationTypes[type],
    timeframe_type_id: mode,
    alias_name: nameOf(mode),
    status: is_on ? 1 : 0,
    push: is_pushed ? 1 : 0,
    timezone: own,
    notify_timeframe: wholeWeek(days).map(day => ({
      id: day.scheduled_day + 1,
      notification_id: number,
      scheduled_day: day.scheduled_day,
      isChecked: day.isChecked,
      scheduled_times: [...day.scheduled_times],
      timestamp:
        timesOf(days, day.scheduled_day).length > 0
          ? mailedAt(now, deliveryModes.time_frame, { days: [day], timezone: own }).toISOString()
          : null,
    })),
  }
}

const nameOf = (mode: DeliveryMode): DeliveryName =>
  mode === deliveryModes.immediate ? 'immediate' : mode === deliveryModes.hourly ? 'hourly' : 'time_frame'

/**
 * The projects of notification settings, for the session gate: the number of a setting is that of its project, and two digits for its kind
 * (docs/product/notifications.md "Calls").
 */
export const projectsOfNotificationSettings = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select x as id, p.id as project_id from unnest(${[...ids]}::bigint[]) x join projects p on p.id = x / 100`
