import { formatPrice } from '#domain/billing/amounts.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import type { Quantities } from '../quantities.ts'

type Facts = Quantities & {
  readonly publicUrl: string
  readonly name: string
  readonly agency: string
  readonly endsAt: Date
  readonly days: number
  /** What a month costs from then on, in cents before tax. */
  readonly cents: number
}

/** To an admin whose agency's trial ends soon (docs/product/billing.md "Mails"). From Galley, not from the agency: it is about its bill. */
export const trialMail = ({
  publicUrl,
  name,
  agency,
  endsAt,
  days,
  cents,
  users,
  accounts,
}: Facts): RenderedMail => {
  const left = countText(days, 'day')
  return renderMail({
    kind: 'trial-ending',
    subject: `The free trial of ${agency} ends in ${left}`,
    title: `Your free trial ends in ${left}`,
    paragraphs: [
      `Hello ${harmlessNames(name)},`,
      `The free trial of ${harmlessNames(agency)} ends on ${dayInWords(endsAt)}. After that, your card is charged ${formatPrice(cents / 100)} a month before tax, for ${countText(users, 'user')} and ${countText(accounts, 'social account')} at present.`,
      'If you do not want to continue, cancel before that day and nothing is charged.',
    ],
    link: { label: 'Open Billing', url: linkTo(publicUrl, '/billing') },
  })
}
