/** Objects of the card gateway. */

/**
 * A card that the gateway stores. Its number and CVC are only checked when it is added, and stored nowhere. `account` is the customer;
 * `network` is none of the four.
 */
export type PaymentCard = {
  id: string
  network: 'cards'
  account: string
  created_at: number
  parent?: string
  brand: string
  last_four: string
  /** The same for a number wherever it is entered. */
  fingerprint: string
  expiry_month: number
  expiry_year: number
  name: string
  country?: string
  /** How its bank behaves; see `testCards`. */
  behaviour: Behaviour
  /** How many times its bank was asked for permission to charge it later. */
  confirmed: number
  detached?: boolean
}

export type Customer = {
  id: string
  network: 'cards'
  account: string
  created_at: number
  parent?: string
  name: string
  /** How far its test clock is ahead, in milliseconds. */
  ahead?: number
  default_card?: string
  address?: Record<string, string>
}

type OfGateway = { id: string; network: 'cards'; account: string; created_at: number; parent?: string }
type Metadata = Record<string, string>

export type Price = OfGateway & {
  lookup_key: string
  unit_amount: number
  name: string
  metadata: Metadata
}
export type TaxRate = OfGateway & { name: string; percentage: number; metadata: Metadata }

/** `account` is the customer. Instants are milliseconds. */
export type Subscription = OfGateway & {
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  items: { id: string; price: string; quantity: number }[]
  trial_end: number | null
  period_start: number
  period_end: number
  cancel_at_period_end: boolean
  canceled_at: number | null
  default_card: string
  tax_rates: string[]
  metadata: Metadata
  /** What changed within a period and goes on the next invoice. */
  pending: InvoiceLine[]
}
export type InvoiceLine = {
  description: string
  quantity: number
  amount: number
  period_start: number
  period_end: number
}
/** `parent` is its subscription. */
export type Invoice = OfGateway & {
  number: string
  status: 'open' | 'paid' | 'void'
  lines: InvoiceLine[]
  tax: number
  total: number
  attempts: number
  next_attempt: number | null
  /** The bank asks the card's owner to confirm the payment. */
  asks?: boolean
  paid_at: number | null
}
/** Money that was taken; `parent` is the invoice. */
export type Charge = OfGateway & { amount: number }
export type SetupIntent = OfGateway & {
  status: 'succeeded' | 'requires_action' | 'requires_payment_method'
  payment_method: string
  return_url: string
  metadata: Metadata
}
/** A message to the product; `account` is its customer. */
export type GatewayMessage = OfGateway & { type: string; payload: string; delivered: number }

/** How a card's bank behaves. */
export type Behaviour =
  | 'good'
  | 'declined'
  | 'no_funds'
  | 'expired'
  | 'wrong_cvc'
  | 'declined_later'
  | 'confirmation'
  | 'charges_declined'
  | 'charges_confirmed'
  | 'charges_lost'
