/** A card as a person has typed it. It lives as long as the request: it is handed to the gateway and never written anywhere (document 3 "Billing"). */
export type CardDetails = {
  /** Digits only. */
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly cvc: string
  readonly name: string
  readonly country: 'AU' | null
}

/** What the gateway gives for a card. `token` means something to the gateway alone, and to nobody without its key. */
export type GatewayCard = { readonly token: string; readonly brand: string; readonly lastFour: string }

/** The card is not good. `words` are the gateway's, for people; `field` the one to put right, where it is one. */
export type CardRefusal = {
  readonly kind: 'refused'
  readonly message: string
  readonly field: 'cardNumber' | 'expiryMonth' | 'cvc' | null
}

/** Nothing is known about the card. `reason` is for the log and holds nothing of it. */
export type GatewayUnavailable = { readonly kind: 'unavailable'; readonly reason: string }

/** `other_attempt`: the key belongs to an attempt with other details; a fresh one is needed. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly card: GatewayCard }
  | { readonly kind: 'other_attempt' }
  | CardRefusal
  | GatewayUnavailable

/** What asking the bank anew came to. */
export type CheckOutcome = { readonly kind: 'good' } | CardRefusal | GatewayUnavailable

/**
 * Who keeps cards for us. No call throws, and none charges or holds anything. A lost answer is asked for again with the same key, so that
 * nothing is kept twice.
 */
export type CardGateway = {
  /** Checks a card with its bank and keeps it. The same key with the same details gives the same card, however often it is asked. */
  saveCard(details: CardDetails, key: string): Promise<SaveOutcome>
  /** Asks the bank anew whether a kept card is good. */
  checkCard(token: string): Promise<CheckOutcome>
  /** Lets the gateway forget a card that was replaced. @returns whether it has */
  deleteCard(token: string): Promise<boolean>
}
