import { sql } from 'kysely'
import { invoiceLifecycle, subscriptionLifecycle } from '#domain/billing/status.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Services } from '#server/platform/http/route.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { mailAdmins } from '../agency-admins.ts'
import { lockUnlessNewer, type Subscription } from '../subscriptions.ts'

type Reading = {
  readonly agencyId: number
  readonly number: number
  readonly subscriptionId: string
  readonly isRequested: boolean
}

/**
 * For so long a subscription that the gateway no longer knows stays as it was. Behind it is nearly always an installation's own mistake, a
 * key of another account, and its operator is to find that out before every agency reads that it has ended.
 */
export const GONE_DAYS = 3

const DAY_MS = 86_400_000
/** A regular comparison may come some minutes earlier in the night than the one before. */
const TOLERANCE_MS = 3_600_000

/**
 * The gateway no longer knows the agency's subscription. The operator reads so at once; after some days, or when an admin asks for another
 * (`isRequested`), it has ended: nothing is charged any more, its admins are notified, and they can start another (decision 37). What is paid
 * stays paid. While the gateway knows none of several agencies, none has ended: then its key is of another account.
 * @returns whether that is the last word, and no newer reading was written
 */
export const noteGone = async (
  tx: Tx,
  services: Services,
  { agencyId, number, subscriptionId, isRequested }: Reading,
): Promise<boolean> => {
  const now = services.clock.now()
  const row = await lockUnlessNewer(tx, agencyId, { number, subscriptionId })
  if (!row) return false
  const goneAt = row.gone_at ?? now
  await tx
    .updateTable('subscriptions')
    .set({ gone_at: goneAt, reading_written: number, synced_at: now })
    .where('agency_id', '=', agencyId)
    .execute()
  if (row.status === 'canceled') await voidInvoices(tx, agencyId)
  else {
    const isOver = now.getTime() - goneAt.getTime() >= GONE_DAYS * DAY_MS - TOLERANCE_MS
    if ((isRequested || isOver) && !(await isKeyOfOthers(tx, agencyId))) await end(tx, services, row, now)
  }
  return true
}

/** Whether other agencies have subscriptions too, and the gateway knows none of them either. */
const isKeyOfOthers = async (tx: Tx, agencyId: number): Promise<boolean> => {
  const { others, missing } = await tx
    .selectFrom('subscriptions')
    .select(({ fn }) => [fn.countAll<string>().as('others'), fn.count<string>('gone_at').as('missing')])
    .where('agency_id', '<>', agencyId)
    .where('status', '<>', 'canceled')
    .where('gateway_subscription_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(others) > 0 && others === missing
}

const end = async (
  tx: Tx,
  services: Services,
  { agency_id: agencyId, period_end, canceled_at }: Subscription,
  now: Date,
): Promise<void> => {
  // A period may have ended while it was missing: the agency hears of it only now and has the same days to start another.
  const paidUntil = new Date(Math.max(period_end.getTime(), now.getTime() + GONE_DAYS * DAY_MS))
  await move(tx, subscriptionLifecycle, agencyId, 'ended', {
    canceled_at: canceled_at ?? now,
    period_end: paidUntil,
    next_charge: sql<string>`null`,
  })
  await voidInvoices(tx, agencyId)
  await queueGoneMails(tx, services, { agencyId, paidUntil })
}

/** An invoice that the gateway has lost can no longer be paid. */
const voidInvoices = async (tx: Tx, agencyId: number): Promise<void> => {
  const open = await tx
    .selectFrom('invoices')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'open')
    .execute()
  const closed = { next_attempt_at: null, action_url: null, needs_confirmation: false }
  for (const { id } of open) await move(tx, invoiceLifecycle, id, 'lost', closed)
}

const queueGoneMails = async (
  tx: Tx,
  services: Services,
  { agencyId, paidUntil }: { readonly agencyId: number; readonly paidUntil: Date },
): Promise<void> => {
  const { name: agency } = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const { publicUrl } = services.config
  await mailAdmins(tx, services, agencyId, name =>
    subscriptionLostMail({ publicUrl, name, agency, paidUntil }),
  )
}

type Facts = {
  readonly publicUrl: string
  readonly name: string
  readonly agency: string
  readonly paidUntil: Date
}

export const subscriptionLostMail = ({ publicUrl, name, agency, paidUntil }: Facts): RenderedMail =>
  renderMail({
    kind: 'subscription-gone',
    subject: `The subscription of ${agency} has ended`,
    title: 'Your subscription has ended',
    paragraphs: [
      `Hello ${harmlessNames(name)},`,
      `The payment service no longer has the subscription of ${harmlessNames(agency)}, so your card is not charged any more.`,
      `To go on after ${dayInWords(paidUntil)}, start a subscription on the billing page. What is paid already is not charged again.`,
    ],
    link: { label: 'Open Billing', url: linkTo(publicUrl, '/billing') },
  })
