import { countText } from '#domain/kernel/count-text.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'

const wayOut = ({ isEnded, confirmUrl }: { isEnded: boolean; confirmUrl: string | null }): string => {
  if (confirmUrl !== null) return 'confirm it'
  return isEnded ? 'start the subscription again' : 'pay'
}

const linkFor = ({ confirmUrl, publicUrl }: { confirmUrl: string | null; publicUrl: string }) =>
  confirmUrl === null
    ? { label: 'Open Billing', url: linkTo(publicUrl, '/billing') }
    : { label: 'Confirm the payment', url: confirmUrl }

/** To an admin whose agency's payment failed (docs/product/billing.md "Mails"). From Galley, not from the agency: it is about its bill. */
export const paymentMail = (to: {
  publicUrl: string
  name: string
  agency: string
  isReadOnly: boolean
  /** The gateway has given up, so paying means starting the subscription again. */
  isEnded: boolean
  /** Until the agency is read-only. */
  days: number
  readOnlyAt: Date
  /** Null: its schedules have stopped already. */
  stopsAt: Date | null
  /** Where the payment is confirmed that the bank asks about; null: the bank does not ask. */
  confirmUrl: string | null
}): RenderedMail => {
  const link = linkFor(to)
  // Sentences of ours stay as they are: only the names in them may be advertisements (decision 105).
  const agency = harmlessNames(to.agency)
  const hello = `Hello ${harmlessNames(to.name)},`
  if (to.isReadOnly)
    return renderMail({
      kind: 'payment-read-only',
      subject: `${to.agency} is now read-only`,
      title: `${to.agency} is now read-only`,
      paragraphs: [
        hello,
        `The monthly payment for ${agency} is still missing, so nothing can be changed there for now.`,
        `${to.stopsAt ? `Posts that were already approved and scheduled still go out until ${dayInWords(to.stopsAt)}.` : 'No posts are going out at the moment.'} You can export your projects at any time.`,
        `As soon as you ${wayOut(to)}, everything works again.`,
      ],
      link,
    })
  const left = countText(to.days, 'day')
  const until = `${agency} becomes read-only in ${left}, on ${dayInWords(to.readOnlyAt)}.`
  if (to.confirmUrl !== null)
    return renderMail({
      kind: 'payment-to-confirm',
      subject: `Please confirm the payment for ${to.agency}`,
      title: 'Your bank asks you to confirm a payment',
      paragraphs: [
        hello,
        `The monthly payment for ${agency} has not gone through yet: the bank wants the card’s owner to confirm it. That takes a minute on our payment service’s page.`,
        `Nothing has changed for now. Without the confirmation ${until}`,
      ],
      link,
    })
  return renderMail({
    kind: 'payment-failed',
    subject: `The payment for ${to.agency} did not go through`,
    title: 'Please check your card',
    paragraphs: [
      hello,
      `The monthly payment for ${agency} did not go through. ${to.isEnded ? 'Its subscription has ended, and we will not try again. You can start it again on the billing page.' : 'We will try again automatically. You can also pay now or use another card.'}`,
      `Nothing has changed for now. ${to.isEnded ? 'Unless you start it again' : 'Without a payment'} ${until}`,
    ],
    link,
  })
}
