import { sql } from 'kysely'
import { AT_DEADLINE, dueReminder, LATE_NEWS_HOURS } from '#domain/approvals/reminders.ts'
import { deadlineHours } from '#domain/projects/deadline-hours.ts'
import { reminderHours } from '#domain/projects/reminder-hours.ts'
import { chosenDeadline } from '#server/features/posts/first-deadline.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { deadlineIn, listOpenRounds, type OpenRound, reminderHoursIn } from './deadlines.ts'

export const announceDeadlinesQueue: JobQueue = {
  name: 'announce-deadlines',
  cron: '* * * * *',
  expireSeconds: 300,
}

/** Reminds those who have not decided, and tells the agency of a deadline that has passed, once each (docs/product/approvals.md "Reminders"). */
export const announceDeadlines = (services: Services): Promise<JobOutcome> =>
  inTransaction(services.db, async (tx): Promise<JobOutcome> => {
    const now = services.clock.now()
    const due = (await listOpenRounds(tx, nearDeadline(now))).flatMap(round => {
      const deadline = deadlineIn(round)
      const sent = (round.sent ?? []).filter(
        ({ deadline_at }) => new Date(deadline_at).getTime() === deadline.getTime(),
      )
      const waiting = { openedAt: round.opened_at, deadline, scheduledAt: round.scheduled_at }
      const of = { hours: reminderHoursIn(round), sent: sent.map(one => one.hours) }
      const hours = dueReminder({ ...waiting, ...of }, now)
      return hours === null ? [] : [{ round, deadline, hours }]
    })
    const won = await recordReminders(tx, due, now)
    await emitAll(
      tx,
      due
        .filter(({ round }) => won.has(round.id))
        .map(({ round, hours }) =>
          eventOf(
            hours === AT_DEADLINE ? 'approval.deadline_passed' : 'approval.reminder_due',
            { ...round, id: round.post_social_id },
            null,
            { round: round.type },
          ),
        ),
    )
    return 'done'
  })

/** Those whose deadline can be near: it lies before the publish time by no more than a project may say. */
const nearDeadline = (now: Date) => {
  const at = sql`coalesce(${chosenDeadline}, s.datetime)`
  const hours = (count: number) => sql`make_interval(hours => ${count + deadlineHours.max})`
  return sql`j.archived_at is null and ${at} > ${now}::timestamptz - ${hours(LATE_NEWS_HOURS)} and ${at} <= ${now}::timestamptz + ${hours(reminderHours.max)}`
}

/** @returns the rounds that this worker, and no other, has recorded */
const recordReminders = async (
  tx: Tx,
  due: readonly { round: OpenRound; deadline: Date; hours: number }[],
  now: Date,
): Promise<ReadonlySet<number>> => {
  if (due.length === 0) return new Set()
  const rows = await tx
    .insertInto('approval_reminders')
    .values(
      due.map(({ round, deadline, hours }) => ({
        approval_id: round.id,
        project_id: round.project_id,
        deadline_at: deadline,
        hours,
        sent_at: now,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('approval_id')
    .execute()
  return new Set(rows.map(({ approval_id }) => approval_id))
}
