import { formatPrice } from '#domain/billing/amounts.ts'
import type { Plan } from '#domain/billing/model.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'

// Loaded at the click on a button: few who open the page change their subscription.

export const cancelQuestion = {
  title: 'Cancel the subscription?',
  text: 'You can use your agency until the end of the period you have paid for. After that it is read-only; posts that are already scheduled still go out for 7 more days.',
  confirmLabel: 'Cancel subscription',
  cancelLabel: 'Keep it',
  danger: true,
}

export const continueQuestion = {
  title: 'Continue the subscription?',
  text: 'It continues as before, and the next charge is at the end of the period.',
  confirmLabel: 'Continue',
}

/** What is charged, and when (docs/product/billing.md "Starting again"). */
export const startQuestion = ({ price, tax, start_charged_at }: Plan) => {
  const month = `${formatPrice(price + tax)}${tax > 0 ? ' with GST' : ''}`
  return {
    title: 'Start the subscription?',
    text: start_charged_at
      ? `Nothing is charged now. Your card is charged ${month} on ${formatInstant(readInstant(start_charged_at), browserTimezone(), formats.day)}, when what is free or paid already ends, and then every month.`
      : `Your card is charged ${month} now, for the first month, and then every month.`,
    confirmLabel: 'Start subscription',
  }
}
