import { isBilled } from '#server/features/billing/standings.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { type Limit, waitBefore } from '#server/platform/session/attempts.ts'

/**
 * What an agency sends to people: in an hour, few enough that mail servers keep accepting our mail; in a day of its trial, which costs
 * nothing, enough for a first team; and in a day to one address, from all agencies together (decision 105).
 */
const limits = {
  /** More than any team has people. */
  invitation: { called: 'mails', perHour: 100, perTrialDay: 40, perRecipientDay: 10 },
  /** A large agency's first of the month. */
  report: { called: 'mailed reports', perHour: 500, perTrialDay: 40, perRecipientDay: 20 },
  /** Links that somebody copies, to approve or to read a report. */
  link: { called: 'copied links', perHour: 100, perTrialDay: 40, perRecipientDay: 20 },
} as const

/** While the sender's own address is not confirmed: enough for a first team, too few for sending advertisements to strangers. */
const UNCONFIRMED_PER_HOUR = 20
const DAY_MINUTES = 24 * 60

type Outgoing = {
  readonly kind: keyof typeof limits
  readonly agencyId: number
  /** An address; null for what anybody may open. */
  readonly recipient: string | null
}

type Sending = Pick<SignedInCall, 'tx' | 'now' | 'person' | 'services'>

/**
 * Counts something that an agency sends, in the transaction that sends it: if that is rolled back, it is not counted, and of many
 * simultaneous calls each sees those before it.
 * @returns null when it may be sent, otherwise the seconds to wait
 */
export const waitBeforeSending = async (call: Sending, outgoing: Outgoing): Promise<number | null> => {
  for (const limit of await limitsOf(call, outgoing)) {
    const wait = await waitBefore(call.tx, limit, call.now)
    if (wait !== null) return wait
  }
  return null
}

const limitsOf = async (
  { tx, person, services }: Sending,
  { kind, agencyId, recipient }: Outgoing,
): Promise<Limit[]> => {
  const { called, perHour, perTrialDay, perRecipientDay } = limits[kind]
  const { is_confirmed } = await tx
    .selectFrom('users')
    .select('is_confirmed')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const trials = isBilled(services.config) ? await listTrials(tx, agencyId) : []
  return [
    {
      subject: `${called} of agency ${agencyId}`,
      times: is_confirmed ? perHour : Math.min(perHour, UNCONFIRMED_PER_HOUR),
      minutes: 60,
    },
    ...trials.map(trial => ({ subject: `${called} of ${trial}`, times: perTrialDay, minutes: DAY_MINUTES })),
    ...(recipient === null
      ? []
      : [{ subject: `${called} to ${recipient}`, times: perRecipientDay, minutes: DAY_MINUTES }]),
  ]
}

/**
 * What counts in an agency's trial, none outside it: the agency, and its card by all that is kept of it, so that several trials with one
 * card send no more than one.
 */
const listTrials = async (tx: Tx, agencyId: number): Promise<string[]> => {
  const trial = await tx
    .selectFrom('subscriptions as s')
    .leftJoin('payment_cards as c', 'c.agency_id', 's.agency_id')
    .select(['c.brand', 'c.last_four', 'c.expiry_month', 'c.expiry_year'])
    .where('s.agency_id', '=', agencyId)
    .where('s.status', '=', 'trialing')
    .executeTakeFirst()
  if (!trial) return []
  const { brand, last_four, expiry_month, expiry_year } = trial
  return [
    `trial ${agencyId}`,
    ...(last_four === null ? [] : [`card ${brand} ${last_four} ${expiry_month}/${expiry_year}`]),
  ]
}
