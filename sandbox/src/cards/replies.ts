import type { HttpReply } from '../platform/sandbox.ts'

type Refused = { status?: number; type?: string; code?: string; param?: string }

/** Stripe's error envelope. 402 is about the card; 400 and 401 are about the caller. */
export const refused = (message: string, more: Refused = {}): HttpReply => {
  const { status = 402, type = 'card_error', ...rest } = more
  return { status, body: { error: { ...rest, message, type } } }
}

export const invalid = (message: string, param?: string): HttpReply =>
  refused(message, { status: 400, type: 'invalid_request_error', ...(param && { param }) })

export const serverError = (): HttpReply =>
  refused('Something went wrong.', { status: 500, type: 'api_error' })

/** A bank's refusals, in Stripe's words and with Stripe's codes. */
export const bankRefusals = {
  declined: refused('Your card was declined.', { code: 'card_declined' }),
  no_funds: refused('Your card has insufficient funds.', { code: 'card_declined' }),
  declined_later: refused('Your card was declined.', { code: 'card_declined' }),
  expired: refused('Your card has expired.', { code: 'expired_card', param: 'exp_month' }),
  wrong_cvc: refused("Your card's security code is incorrect.", { code: 'incorrect_cvc', param: 'cvc' }),
} as const
