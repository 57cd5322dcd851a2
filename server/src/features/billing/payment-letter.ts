import { dayInWords } from '#server/platform/mail/day-in-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { Letter } from '#server/platform/mail/queue.ts'
import { renderLetter } from '#server/platform/mail/render-letter.ts'

/** To an admin whose agency's payment failed (docs/product/billing.md "Mails"). From Galley, not from the agency: it is about its bill. */
export const paymentLetter = (to: {
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
}): Letter => {
  const link = { label: 'Open Billing', url: linkTo(to.publicUrl, '/billing') }
  const hello = `Hello ${to.name},`
  if (to.isReadOnly)
    return renderLetter({
      kind: 'payment-read-only',
      subject: `${to.agency} is now read-only`,
      title: `${to.agency} is now read-only`,
      paragraphs: [
        hello,
        `The monthly payment for ${to.agency} is still missing, so nobody can change anything there at present.`,
        `${to.stopsAt ? `Posts that were approved and scheduled before still go out until ${dayInWords(to.stopsAt)}.` : 'Posts do not go out at the moment.'} You can export your projects at any time.`,
        `As soon as you ${to.isEnded ? 'start the subscription again' : 'pay'}, everything works again.`,
      ],
      link,
    })
  const left = to.days === 1 ? '1 day' : `${to.days} days`
  return renderLetter({
    kind: 'payment-failed',
    subject: `The payment for ${to.agency} did not go through`,
    title: 'Please check your card',
    paragraphs: [
      hello,
      `The monthly payment for ${to.agency} did not go through. ${to.isEnded ? 'Its subscription has ended, and we do not try again; you can start it again on the billing page.' : 'We try again by ourselves; you can also pay now or use another card.'}`,
      `Nothing has changed for now. ${to.isEnded ? 'Unless you start it again' : 'Without a payment'} ${to.agency} becomes read-only in ${left}, on ${dayInWords(to.readOnlyAt)}.`,
    ],
    link,
  })
}
