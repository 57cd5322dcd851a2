/** A card as typed. It exists only during the request: it goes to the gateway and is never stored or logged (docs/product/billing.md "Card secrecy"). */
export type CardDetails = {
  /** Digits only. */
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly cvc: string
  readonly name: string
  readonly country: 'AU' | null
}

/** A card whose number and CVC were typed into the gateway's own fields; `id` is the gateway's. */
export type HostedCard = Pick<CardDetails, 'name' | 'country'> & { readonly id: string }

/** What we keep of a card. `token` is useless without our gateway key. */
export type GatewayCard = {
  readonly token: string
  readonly brand: string
  readonly lastFour: string
  readonly expiryMonth: number
  readonly expiryYear: number
  /** The same for a number wherever it is entered, and nothing that the number could be guessed from; null if the gateway gives none. */
  readonly fingerprint: string | null
}

/** The card was declined. `message` is the gateway's, for people; `field` is the one to correct, if it is about one. */
export type CardRefusal = {
  readonly kind: 'refused'
  readonly message: string
  readonly field: 'cardNumber' | 'expiryMonth' | 'cvc' | null
}

/** We could not find out about the card. `reason` is for the log and contains no card data. */
export type GatewayUnavailable = { readonly kind: 'unavailable'; readonly reason: string }

/** The bank asks the card's owner to confirm (3-D Secure): at `url`, or with `clientSecret` in the gateway's own script. */
export type ConfirmationNeeded = {
  readonly kind: 'needs_confirmation'
  readonly url: string
  readonly clientSecret: string | null
}

/** `other_attempt`: the key was used with other card details; use a new one. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly card: GatewayCard }
  | { readonly kind: 'other_attempt' }
  | ConfirmationNeeded
  | CardRefusal
  | GatewayUnavailable

/** A card whose owner has been to the bank. `unknown`: it is not this person's. */
export type ConfirmedOutcome =
  | (Extract<SaveOutcome, { kind: 'saved' }> & Pick<CardDetails, 'name' | 'country'>)
  | { readonly kind: 'unknown' }
  | Exclude<SaveOutcome, { kind: 'other_attempt' | 'saved' }>

/** `customer`: whose card it becomes; by default a new one, also if the gateway has lost that. `person` and `returnUrl`: who may finish a confirmation, and where. */
export type SaveOptions = {
  readonly customer?: string | undefined
  readonly person?: number | undefined
  readonly returnUrl?: string | undefined
}

/** The result of checking a saved card again. */
export type CheckOutcome = { readonly kind: 'good' } | CardRefusal | GatewayUnavailable

/**
 * The service that stores cards for us. No call throws, and none charges or reserves money. A lost answer is requested again with the
 * same key, so that no card is stored twice.
 */
export type CardGateway = {
  /** Checks a card with its bank and saves it. Repeating a call with the same key and details returns the same card. */
  saveCard(details: CardDetails | HostedCard, key: string, options?: SaveOptions): Promise<SaveOutcome>
  /** The outcome of a confirmation at the bank, by the id that the bank's page returns with. */
  readConfirmed(setupId: string, person: number): Promise<ConfirmedOutcome>
  /** Asks the bank again whether a saved card is good. */
  checkCard(token: string): Promise<CheckOutcome>
  /** Whether the gateway still has this customer; null: it did not say. */
  knowsCustomer(customerId: string): Promise<boolean | null>
  /** Deletes a replaced card from the gateway. @returns whether it did */
  deleteCard(token: string): Promise<boolean>
}
