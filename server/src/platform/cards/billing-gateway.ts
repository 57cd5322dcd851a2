import type { CardRefusal, ConfirmationNeeded, GatewayUnavailable } from './gateway.ts'

/** What the gateway is given when an agency subscribes. */
export type SubscriptionOrder = {
  readonly agencyId: number
  readonly customerId: string
  readonly cardToken: string
  /** Null: there is no trial any more, and the first period is charged now. */
  readonly trialEndsAt: Date | null
  readonly users: number
  readonly accounts: number
  /** Names this subscription: a repeated call finds it instead of creating another. */
  readonly startKey: string
  readonly paysGst: boolean
}

/** Our words are the gateway's. */
export type GatewayStatus = 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled'

export type GatewaySubscription = {
  readonly id: string
  readonly status: GatewayStatus
  readonly trialEndsAt: Date | null
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: Date | null
  readonly users: number
  readonly accounts: number
  /** In US cents, as agreed when it began: a price that the configuration changes is for new ones. Null: not one of our prices. */
  readonly prices: { readonly base: number; readonly user: number; readonly account: number } | null
  /** The customer's own time, which somebody moves forward by hand to try what months bring. Null: real time. */
  readonly testClock: Date | null
}

export type GatewayInvoice = {
  readonly id: string
  /** Null: it was written by hand. A customer has the invoices of former subscriptions too. */
  readonly subscriptionId: string | null
  readonly number: string | null
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  readonly totalCents: number
  readonly taxCents: number
  readonly currency: string
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** Since when it is to be paid. */
  readonly finalizedAt: Date | null
  readonly lines: readonly {
    readonly description: string
    readonly quantity: number
    readonly amount_cents: number
  }[]
  readonly nextAttemptAt: Date | null
  /** Where its payment is confirmed or made by hand; null if nothing is to be paid. */
  readonly actionUrl: string | null
  /** The bank asks the card's owner to confirm the payment (3-D Secure). */
  readonly needsConfirmation: boolean
}

type Amounts = Pick<GatewayInvoice, 'totalCents' | 'taxCents' | 'lines'>

export type BillingState = {
  readonly subscription: GatewaySubscription
  /** What is charged at the end of the period, as of now; null if nothing is. */
  readonly next: Amounts | null
  readonly invoices: readonly GatewayInvoice[]
}

/** As the gateway stores it, for its tax. */
export type GatewayAddress = {
  readonly name: string
  readonly line: string
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Two letters (ISO 3166-1), as the gateway wants it; null: none that it would know. */
  readonly country: string | null
}

/** Something changed at this customer's. What it is now is read from the gateway. */
export type GatewayEvent = {
  readonly id: string
  readonly type: string
  readonly customerId: string | null
  readonly createdAt: Date
}

export type BillingTrouble = CardRefusal | GatewayUnavailable
export type Done = { readonly kind: 'done' } | BillingTrouble

/** The gateway as the one that owns subscriptions and charges them. No call throws, and each may be repeated without harm. */
export type BillingGateway = {
  startSubscription(
    order: SubscriptionOrder,
  ): Promise<
    { readonly kind: 'started'; readonly id: string } | { readonly kind: 'other_attempt' } | BillingTrouble
  >
  /** `gone`: the gateway knows no such subscription. */
  readState(
    customerId: string,
    subscriptionId: string,
  ): Promise<
    { readonly kind: 'read'; readonly state: BillingState } | { readonly kind: 'gone' } | GatewayUnavailable
  >
  setQuantities(subscriptionId: string, quantities: { users: number; accounts: number }): Promise<Done>
  setCancelAtPeriodEnd(subscriptionId: string, isCanceled: boolean): Promise<Done>
  /** Later charges are made to this card. */
  useCard(token: string, subscriptionId: string | null): Promise<Done>
  saveAddress(customerId: string, address: GatewayAddress): Promise<Done>
  /** Whether the next invoices have GST on top. */
  setGst(subscriptionId: string, paysGst: boolean): Promise<Done>
  /** Tries an open invoice again, now. One that is paid stays paid and is charged no second time. */
  payInvoice(invoiceId: string): Promise<Done | ConfirmationNeeded>
  /** Null: the message is not the gateway's, or too old. */
  readEvent(payload: string, signature: string, now: Date): Promise<GatewayEvent | null>
}
