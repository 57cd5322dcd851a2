/** At the deadline itself nobody is reminded: the agency is notified who is missing. */
export const AT_DEADLINE = 0

/** Older news about a deadline is not sent, so that a long outage does not end in a flood of it. */
export const LATE_NEWS_HOURS = 48

/** How long approvers are left alone after somebody has reminded them by hand. */
export const REMIND_PAUSE_MINUTES = 60

type Waiting = {
  readonly openedAt: Date
  readonly deadline: Date
  readonly scheduledAt: Date
  /** Before the deadline, when those who have not decided are reminded: `reminderHoursOf` the project. */
  readonly hours: readonly number[]
  /** What was sent for this deadline already. */
  readonly sent: readonly number[]
}

/**
 * The reminder to send now, or null. Of several that were missed only the newest; none whose moment lay before the round began. A deadline
 * that is the publish time itself is not announced: the post is overdue then, and people are notified of that. (docs/product/approvals.md "Reminders")
 */
export const dueReminder = (
  { openedAt, deadline, scheduledAt, hours, sent }: Waiting,
  now: Date,
): number | null => {
  const momentOf = (before: number) => deadline.getTime() - before * 3_600_000
  const isOver = now.getTime() > deadline.getTime() + LATE_NEWS_HOURS * 3_600_000
  const newest = [...hours, AT_DEADLINE]
    .toSorted((one, other) => other - one)
    .findLast(before => momentOf(before) > openedAt.getTime() && momentOf(before) <= now.getTime())
  if (newest === undefined || isOver || sent.some(before => before <= newest)) return null
  return newest === AT_DEADLINE && deadline.getTime() === scheduledAt.getTime() ? null : newest
}
