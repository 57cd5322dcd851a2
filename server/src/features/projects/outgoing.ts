import { countedCard, findCard } from '#server/features/billing/payment-cards.ts'
import { isBilled } from '#server/features/billing/standings.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { countedMailbox } from '#server/platform/mail/counted-mailbox.ts'
import { type Limit, waitBefore } from '#server/platform/session/attempts.ts'

/**
 * What an agency sends to people: in an hour, few enough that mail servers keep accepting our mail; in a day of its trial, which costs
 * nothing, enough for a first team; and in a day to one person, which another agency cannot use up (decision 119).
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
/** What one address gets in a day from all agencies together is what twenty of them may send: no few strangers can use it up. */
const AGENCIES_PER_RECIPIENT = 20
const DAY_MINUTES = 24 * 60

type Outgoing = { readonly kind: keyof typeof limits; readonly agencyId: number }

type Sending = Pick<SignedInCall, 'tx' | 'now' | 'person' | 'services'>

const firstWait = async (
  { tx, now }: Pick<Sending, 'tx' | 'now'>,
  counted: readonly Limit[],
): Promise<number | null> => {
  for (const limit of counted) {
    const wait = await waitBefore(tx, limit, now)
    if (wait !== null) return wait
  }
  return null
}

/**
 * Counts something that an agency sends, in the transaction that sends it: if that is rolled back, it is not counted, and of many
 * simultaneous calls each sees those before it. Call it for all that is sent before `waitBeforeRecipient`, so that calls lock in one order.
 * @returns null when it may be sent, otherwise the seconds to wait
 */
export const waitBeforeSending = async (
  call: Sending,
  { kind, agencyId }: Outgoing,
): Promise<number | null> => {
  const { tx, person, services } = call
  const { called, perHour, perTrialDay } = limits[kind]
  const { is_confirmed } = await tx
    .selectFrom('users')
    .select('is_confirmed')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const trials = isBilled(services.config) ? await listTrials(tx, agencyId) : []
  return firstWait(call, [
    {
      subject: `${called} of agency ${agencyId}`,
      times: is_confirmed ? perHour : Math.min(perHour, UNCONFIRMED_PER_HOUR),
      minutes: 60,
    },
    ...trials.map(trial => ({ subject: `${called} of ${trial}`, times: perTrialDay, minutes: DAY_MINUTES })),
  ])
}

/**
 * Counts what one person gets: from this agency, and by mail from all of them. Several recipients are counted in one order, so that two
 * sendings do not wait for each other.
 * @returns null when it may be sent to them, otherwise the seconds to wait
 */
export const waitBeforeRecipient = async (
  call: Pick<Sending, 'tx' | 'now'>,
  { kind, agencyId, recipient }: Outgoing & { readonly recipient: string },
): Promise<number | null> => {
  const { called, perRecipientDay: times } = limits[kind]
  const to = countedMailbox(recipient)
  const ofAgency = { subject: `${called} of agency ${agencyId} to ${to}`, times, minutes: DAY_MINUTES }
  // A copied link is no mail, and what is not mailed is nothing that the recipient gets.
  if (kind === 'link' || (await isUnwanted(call.tx, agencyId, recipient))) return firstWait(call, [ofAgency])
  const ofAll = {
    subject: `${called} to ${to}`,
    times: times * AGENCIES_PER_RECIPIENT,
    minutes: DAY_MINUTES,
  }
  return firstWait(call, [ofAgency, ofAll])
}

/**
 * Whether the owner of this address has said that they do not know the agency. It is not notified: its invitations stay pending, but are
 * neither mailed nor shown (decision 104).
 */
export const isUnwanted = async (db: Reader, agencyId: number, email: string): Promise<boolean> =>
  (await db
    .selectFrom('unwanted_agencies')
    .select('email')
    .where('agency_id', '=', agencyId)
    .where('email', '=', email)
    .executeTakeFirst()) !== undefined

/**
 * What counts in an agency's trial, none outside it: the agency, its card and the one that the trial began with, so that several trials
 * with one card send no more than one, and no more once a card is replaced.
 */
const listTrials = async (tx: Tx, agencyId: number): Promise<string[]> => {
  const trial = await tx
    .selectFrom('subscriptions')
    .select('trial_card')
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'trialing')
    .executeTakeFirst()
  if (!trial) return []
  const card = await findCard(tx, { userId: 0, agencyId })
  const cards = new Set([trial.trial_card, card && countedCard(card)].filter(each => each != null))
  return [`trial ${agencyId}`, ...[...cards].sort().map(each => `card ${each}`)]
}
