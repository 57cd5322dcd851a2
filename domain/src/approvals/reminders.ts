/** Hours before its deadline at which those who have not decided are reminded; at 0 the agency is told who is missing. */
export const reminderHours = [48, 24, 4, 0] as const
export type ReminderHours = (typeof reminderHours)[number]

/** What is told of a deadline only for so long, so that a long outage does not end in a flood of old news. */
export const LATE_NEWS_HOURS = 48

/** How long approvers are left alone after somebody has reminded them by hand. */
export const REMIND_PAUSE_MINUTES = 60

type Waiting = {
  readonly openedAt: Date
  readonly deadline: Date
  readonly scheduledAt: Date
  /** What was sent for this deadline already. */
  readonly sent: readonly number[]
}

/**
 * The reminder to send now, or null. Of several that were missed only the newest; none whose moment lay before the round began. A deadline
 * that is the publish time itself is not announced: the post is overdue then, and people are told so. (docs/product/approvals.md "Reminders")
 */
export const dueReminder = (
  { openedAt, deadline, scheduledAt, sent }: Waiting,
  now: Date,
): ReminderHours | null => {
  const momentOf = (hours: number) => deadline.getTime() - hours * 3_600_000
  const isOver = now.getTime() > deadline.getTime() + LATE_NEWS_HOURS * 3_600_000
  const newest = reminderHours.findLast(
    hours => momentOf(hours) > openedAt.getTime() && momentOf(hours) <= now.getTime(),
  )
  if (newest === undefined || isOver || sent.some(hours => hours <= newest)) return null
  return newest === 0 && deadline.getTime() === scheduledAt.getTime() ? null : newest
}
