import type { SubscriptionStatus } from './status.ts'
import { GRACE_DAYS, PUBLISHING_DAYS, reminderDays, subscriptionRights } from './subscription-rights.ts'

export type ReminderDay = (typeof reminderDays)[number]

const DAY = 86_400_000
const daysAfter = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY)

/** What is known of a subscription. `endsAt`: until when it is paid, or its trial lasts. */
export type SubscriptionFacts = {
  readonly status: SubscriptionStatus
  readonly pastDueSince: Date | null
  readonly endsAt: Date
}

/** When the agency becomes or became read-only; null: that is not in sight. */
export const readOnlyFrom = ({ status, pastDueSince, endsAt }: SubscriptionFacts): Date | null => {
  if (subscriptionRights[status].write && status !== 'past_due') return null
  return pastDueSince ? daysAfter(pastDueSince, GRACE_DAYS) : endsAt
}

/** When its schedules stop going out; null: that is not in sight. */
export const publishingUntil = (facts: SubscriptionFacts): Date | null => {
  const from = readOnlyFrom(facts)
  return from && daysAfter(from, PUBLISHING_DAYS)
}

/**
 * The status that counts now. The gateway may give up earlier or later than our 14 days, which are what people were promised; and
 * an agency that cancels keeps what is paid for.
 */
export const statusAt = (facts: SubscriptionFacts, now: Date): SubscriptionStatus => {
  const from = readOnlyFrom(facts)
  if (from === null) return facts.status
  const isOver = from <= now
  if (facts.status === 'canceled' && (isOver || !facts.pastDueSince)) return isOver ? 'canceled' : 'active'
  return isOver ? 'unpaid' : 'past_due'
}

/** The latest mail that is due, so that a worker that was away sends one and not several; null before the first. */
export const reminderDue = (pastDueSince: Date, now: Date): ReminderDay | null =>
  reminderDays.findLast(day => daysAfter(pastDueSince, day) <= now) ?? null

/** Whole days that remain, counting a started one. */
export const daysLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY))
