import type { SubscriptionStatus } from './status.ts'

/** What an agency may do. `publish`: `for_a_while` is what was scheduled before, for `PUBLISHING_DAYS`. */
export type SubscriptionRights = {
  readonly write: boolean
  readonly publish: 'always' | 'for_a_while'
  readonly export: boolean
  readonly pay: boolean
}

const everything: SubscriptionRights = { write: true, publish: 'always', export: true, pay: true }
const readOnly: SubscriptionRights = { write: false, publish: 'for_a_while', export: true, pay: true }

/** What each status allows. An agency without a subscription is not limited: it was there before the installation took cards. */
export const subscriptionRights: Readonly<Record<SubscriptionStatus, SubscriptionRights>> = {
  trialing: everything,
  active: everything,
  past_due: everything,
  unpaid: readOnly,
  canceled: readOnly,
}

/** Days after a failed payment in which nothing is limited: time for a new card and a weekend. */
export const GRACE_DAYS = 14

/** Days in which a read-only agency's schedules still go out, so that no client's campaign stops without notice. */
export const PUBLISHING_DAYS = 7

/** How many days before the end of a trial its agency's admins are mailed about it. */
export const TRIAL_NOTICE_DAYS = 3

/** The days after a failed payment on which the admins get a mail; the last one says that the agency is read-only. */
export const reminderDays = [0, 3, 7, 12, GRACE_DAYS] as const
