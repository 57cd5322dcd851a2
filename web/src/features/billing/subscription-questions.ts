import { formatPrice } from '#domain/billing/amounts.ts'
import type { Plan } from '#domain/billing/model.ts'

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

export const startQuestion = ({ price, tax }: Plan) => ({
  title: 'Start the subscription?',
  text: `The first month, ${formatPrice(price + tax)}, is charged to your card now. If a free trial or a paid month is still running, it is charged when that ends.`,
  confirmLabel: 'Start subscription',
})
