import { type SocialNetwork, socialNetworks } from './model.ts'

/** What a network charges, in US dollars. A post that is read several times on a day (UTC) is charged once. */
export type Prices = {
  readonly post: number
  readonly postWithLink: number
  readonly readPost: number
  readonly readUser: number
  readonly altText: number
}

/** Null: nothing (docs/product/twitter.md "Prices"). */
export const prices: Readonly<Record<SocialNetwork, Prices | null>> = {
  facebook: null,
  instagram: null,
  linkedin: null,
  twitter: { post: 0.015, postWithLink: 0.2, readPost: 0.005, readUser: 0.01, altText: 0.005 },
}

/** The networks that charge for what is read and written. */
export const pricedNetworks = socialNetworks.filter(network => prices[network] !== null)

/** What was read of a network that charges for it, and the alternative texts that it was given. */
export type Charged = { readonly posts: number; readonly users: number; readonly alt_texts: number }
