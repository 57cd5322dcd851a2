import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { NetworkOffer } from './contract.ts'

/** What the networks make of several posts, said once for all: a network that does not take one of them takes none. */
export const offerTogether = (offers: readonly (readonly NetworkOffer[])[]): NetworkOffer[] =>
  socialNetworks.flatMap(network => together(network, offers.flat()))

const together = (network: SocialNetwork, offers: readonly NetworkOffer[]): NetworkOffer[] => {
  const own = offers.filter(({ social_network }) => social_network === network)
  const [first] = own
  if (!first) return []
  const texts = (of: (offer: NetworkOffer) => readonly string[]) => [...new Set(own.flatMap(of))]
  return [
    {
      ...first,
      type: own.every(({ type }) => type !== null) ? first.type : null,
      lost: texts(({ lost }) => lost),
      problems: texts(({ problems }) => problems),
    },
  ]
}
