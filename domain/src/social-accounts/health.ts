import type { SocialNetwork } from '#domain/networks/model.ts'
import type { AccountHealth, ReconnectReason } from './model.ts'

const DAY_MS = 86_400_000

/** Days before an account's access ends at which its admins are warned, each once. */
export const warningDays = [14, 7, 3, 1] as const
export type WarningDays = (typeof warningDays)[number]

/** Why an account needs reconnecting, for people. */
export const reconnectReasons: Readonly<Record<ReconnectReason, { text: string; nextStep: string }>> = {
  expired: {
    text: 'The access that was granted has ended.',
    nextStep: 'Reconnect the account.',
  },
  refused: {
    text: 'The network no longer accepts the access that was granted.',
    nextStep: 'Reconnect the account. A changed password or a removed permission is the usual cause.',
  },
  publish_refused: {
    text: 'The network refused to publish a post with the access that was granted.',
    nextStep: 'Reconnect the account and allow everything that is requested, then publish the post again.',
  },
  key_lost: {
    text: 'Galley has lost the key to the access that was granted.',
    nextStep: 'Reconnect the account.',
  },
}

/** What the rules need to know about an account's access. */
export type Access = {
  readonly needsReconnecting: boolean
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
  /** Renewed automatically, so nobody is warned of its end. */
  readonly isRenewable: boolean
  /** How many checks in a row the network did not answer. */
  readonly checkFailures: number
}

const endsWithin = ({ expiresAt }: Pick<Access, 'expiresAt'>, now: Date, days: number): boolean =>
  expiresAt !== null && expiresAt.getTime() - now.getTime() <= days * DAY_MS

/** Whether it can no longer publish: the network said so, or it has expired. */
export const isAccessOver = (access: Pick<Access, 'needsReconnecting' | 'expiresAt'>, now: Date): boolean =>
  access.needsReconnecting || endsWithin(access, now, 0)

/** One unanswered check means nothing: the network may have been slow. */
const UNANSWERED = 3

/** The health of an account, worst first. */
export const healthOf = (access: Access, now: Date): AccountHealth => {
  if (isAccessOver(access, now)) return 'needs_reconnecting'
  if (!access.isRenewable && endsWithin(access, now, warningDays[0])) return 'expiring'
  return access.checkFailures >= UNANSWERED ? 'unknown' : 'works'
}

/**
 * The warning that is due and was not given yet, or null. Only the nearest is given, so that nobody gets three at once after a week's
 * outage. `warned` is the nearest that was given for the same expiry.
 */
export const warningDue = (
  access: Pick<Access, 'needsReconnecting' | 'expiresAt' | 'isRenewable'>,
  warned: number | null,
  now: Date,
): WarningDays | null => {
  if (access.isRenewable || isAccessOver(access, now)) return null
  const nearest = warningDays.findLast(days => endsWithin(access, now, days))
  return nearest !== undefined && (warned === null || nearest < warned) ? nearest : null
}

/** When renewable access is renewed: so long before its end that a network may be down for a week. */
export const RENEW_DAYS_BEFORE = 10
export const isRenewalDue = (access: Pick<Access, 'expiresAt' | 'isRenewable'>, now: Date): boolean =>
  access.isRenewable && endsWithin(access, now, RENEW_DAYS_BEFORE)

const MINUTE_MS = 60_000
/** A few times a day. */
const CHECK_EVERY_MS = 6 * 60 * MINUTE_MS
const FIRST_RETRY_MS = 5 * MINUTE_MS

/**
 * How long until the next check, in milliseconds; sooner after an unanswered one, then at growing intervals. `random` is from 0 to 1, so
 * that accounts that were connected together are not checked together.
 */
export const nextCheckMs = (failures: number, random: number): number => {
  const wait = failures === 0 ? CHECK_EVERY_MS : FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10)
  return Math.round(Math.min(wait, CHECK_EVERY_MS) * (0.75 + random / 2))
}

/** The text of EMPTY_RESPONSE by network (docs/product/social-accounts.md "Nothing found"). */
export const nothingFoundTexts: Readonly<Record<SocialNetwork, string>> = {
  facebook: 'No Facebook pages found...',
  instagram: 'No Instagram accounts found...',
  linkedin: 'No LinkedIn organizations found...',
  twitter: 'No Twitter account found...',
}
