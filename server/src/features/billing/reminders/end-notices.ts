import { PUBLISHING_DAYS } from '#domain/billing/subscription-rights.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import type { BillingState } from '#server/platform/cards/billing-gateway.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitOfAgency } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { mailAdmins } from '../agency-admins.ts'
import { type Subscription, timeAtGateway } from '../subscriptions.ts'

type Change = {
  readonly before: Subscription
  readonly now: BillingState['subscription']
  /** A payment is missing: the mails about it say the rest. */
  readonly isUnpaid: boolean
}

/**
 * Mails the admins that their subscription was cancelled, and when it has ended (docs/product/billing.md "Mails"). In the transaction that
 * copies it from the gateway, so that each is said once, no matter who did it.
 */
export const noticeEnd = async (
  tx: Tx,
  services: Services,
  { before, now, isUnpaid }: Change,
): Promise<void> => {
  const isEnded = now.status === 'canceled' && before.status !== 'canceled'
  const isCancelled = now.status !== 'canceled' && now.cancelAtPeriodEnd && !before.cancel_at_period_end
  if (isUnpaid || (!isEnded && !isCancelled)) return
  const { agency_id: agencyId } = before
  const endsAt = now.periodEnd
  const isReadOnly = isEnded && endsAt <= timeAtGateway(before, services.clock.now())
  if (isReadOnly) await emitOfAgency(tx, 'subscription.read_only', agencyId)
  const { name: agency } = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  await mailAdmins(tx, services, agencyId, name => {
    const to = { publicUrl: services.config.publicUrl, name, agency, endsAt }
    return isReadOnly
      ? subscriptionEndedMail(to)
      : cancelledMail({ ...to, isTrial: now.status === 'trialing' })
  })
}

type Facts = {
  readonly publicUrl: string
  readonly name: string
  readonly agency: string
  readonly endsAt: Date
}

const billing = (publicUrl: string) => ({ label: 'Open Billing', url: linkTo(publicUrl, '/billing') })

export const cancelledMail = (to: Facts & { readonly isTrial: boolean }): RenderedMail =>
  renderMail({
    kind: 'subscription-cancelled',
    subject: `The subscription of ${to.agency} is cancelled`,
    title: `Cancelled, and ends on ${dayInWords(to.endsAt)}`,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      `The subscription of ${harmlessNames(to.agency)} is cancelled. Everything works until ${dayInWords(to.endsAt)}, and ${to.isTrial ? 'nothing' : 'nothing more'} is charged.`,
      `After that the agency is read-only: you can read and export everything, and posts that were scheduled before still go out for ${PUBLISHING_DAYS} days. If this was a mistake, continue the subscription on the billing page.`,
    ],
    link: billing(to.publicUrl),
  })

export const subscriptionEndedMail = (to: Facts): RenderedMail => {
  const stopsAt = new Date(to.endsAt.getTime() + PUBLISHING_DAYS * 86_400_000)
  return renderMail({
    kind: 'subscription-ended',
    subject: `${to.agency} is now read-only`,
    title: 'Your subscription has ended',
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      `The subscription of ${harmlessNames(to.agency)} ended on ${dayInWords(to.endsAt)}, so nothing can be changed there for now, and nothing more is charged.`,
      `Posts that were already approved and scheduled still go out until ${dayInWords(stopsAt)}. You can export your projects at any time.`,
      'To go on, start the subscription again on the billing page, and everything works again at once.',
    ],
    link: billing(to.publicUrl),
  })
}
