import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Charged } from '#domain/networks/prices.ts'
import type { AnsweredReply, HttpCall } from '#server/platform/http/outgoing-requests/client.ts'
import { chargedFor, hasLink } from './twitter/charges.ts'

/** How a network that charges for its use tells what a call or a text costs. */
type Charges = {
  readonly chargedFor: (call: HttpCall, answer: AnsweredReply) => Charged | null
  /** Whether the network takes something in the text for a link, which may cost more. */
  readonly hasLink: (text: string) => boolean
}

/** Null: nothing costs money (`#domain/networks/prices.ts`). */
export const charges: Readonly<Record<SocialNetwork, Charges | null>> = {
  facebook: null,
  instagram: null,
  linkedin: null,
  twitter: { chargedFor, hasLink },
}
