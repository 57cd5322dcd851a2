import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import type * as contract from '#domain/notifications/contract.ts'
import {
  deliveryModes,
  kindDetails,
  type NotificationKind,
  notificationTypes,
} from '#domain/notifications/kinds.ts'
import { type MailDay, mailDaysProblem } from '#domain/notifications/mail-days.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type Choice, findKind, mailTimeOf, readChoices, toSetting } from './settings.ts'

type Sent = Input<typeof contract.updateProjectNotificationSetting>['body']

/** Keeps what a person has chosen, and moves what waits to the new time. */
export const saveSetting = async (
  settingId: number,
  type: 'account' | 'project',
  sent: Sent,
  { tx, scope, person, now }: ScopedCall,
): Promise<Answer<typeof contract.updateProjectNotificationSetting>> => {
  const kind = findKind(settingId, scope)
  if (isFailure(kind)) return kind
  if (kindDetails[kind].type !== type) return fail('not_found')
  const unlike = unlikeAddress(settingId, type, sent)
  if (unlike) return unlike
  const before = (await readChoices(tx, [person.userId], scope.projectId))(person.userId, kind)
  const choice: Choice = {
    is_on: sent.status === 1,
    mode: sent.timeframe_type_id,
    days: sent.notify_timeframe?.map(toDay) ?? before.days,
    timezone: sent.timezone ?? before.timezone ?? scope.timezone,
    is_pushed: sent.push === undefined ? before.is_pushed : sent.push === 1,
  }
  const problem = problemOf(choice)
  if (problem) return problem
  const stored = {
    userId: person.userId,
    projectId: type === 'account' ? null : scope.projectId,
    kind,
    choice,
  }
  await storeChoice(tx, { ...stored, zone: scope.timezone })
  await moveWaiting(tx, stored, now)
  return toSetting(kind, choice, scope, now)
}

/** A body that names another setting than the address was put together wrongly: neither of the two is changed. */
const unlikeAddress = (
  settingId: number,
  type: 'account' | 'project',
  { notification_id, type_id, notify_timeframe = [] }: Sent,
): Failure<'validation_error'> | null => {
  const errors = {
    ...(notification_id === settingId ? {} : { notification_id: [`The address names ${settingId}`] }),
    ...(type_id === notificationTypes[type]
      ? {}
      : { type_id: [`This setting has type ${notificationTypes[type]}`] }),
    ...(notify_timeframe.every(day => (day.notification_id ?? settingId) === settingId)
      ? {}
      : { notify_timeframe: [`These are days of another setting than ${settingId}`] }),
  }
  return Object.keys(errors).length > 0 ? fail('validation_error', { errors }) : null
}

const problemOf = ({ is_on, mode, days, timezone }: Choice): Failure<'validation_error'> | null => {
  if (timezone !== null && !isTimezone(timezone))
    return fail('validation_error', { errors: { timezone: ['This time zone is not known'] } })
  const problem = is_on && mode === deliveryModes.time_frame ? mailDaysProblem(days) : null
  // Fixed wording (docs/product/notifications.md "Texts").
  const rows = problem?.rows.map(day => [`notify_timeframe.${day}`, ['required']]) ?? []
  return (
    problem &&
    fail('validation_error', {
      message: problem.message,
      errors: { notify_timeframe: [problem.message], ...Object.fromEntries(rows) },
    })
  )
}

const toDay = (day: NonNullable<Sent['notify_timeframe']>[number]): MailDay => ({
  scheduled_day: day.scheduled_day,
  scheduled_times: day.scheduled_times.toSorted(),
  isChecked: day.isChecked,
})

type Stored = {
  readonly userId: number
  readonly projectId: number | null
  readonly kind: NotificationKind
  readonly choice: Choice
}

/** `zone`: of times that were chosen in none. */
export const storeChoice = async (
  tx: Tx,
  { userId, projectId, kind, choice, zone }: Stored & { readonly zone: string },
): Promise<void> => {
  const values = {
    is_on: choice.is_on,
    mode: choice.mode,
    timezone: choice.timezone ?? zone,
    days: JSON.stringify(choice.days),
    is_pushed: choice.is_pushed,
  }
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, project_id: projectId, kind, ...values })
    .onConflict(conflict => conflict.columns(['user_id', 'project_id', 'kind']).doUpdateSet(values))
    .execute()
}

/** What waits follows the choice: nobody turns something off and gets another one. */
const moveWaiting = async (tx: Tx, { userId, projectId, kind, choice }: Stored, now: Date): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ mail_at: mailTimeOf(choice, now) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('mail_at', 'is not', null)
    .$if(projectId !== null, query => query.where('project_id', '=', projectId ?? 0))
    .execute()
  if (choice.is_pushed) return
  await sql`delete from waiting_pushes w using notifications n where n.id = w.notification_id
    and w.user_id = ${userId} and n.kind = ${kind}
    and (${projectId}::bigint is null or n.project_id = ${projectId})`.execute(tx)
}
