import type { SocialNetwork } from '#domain/networks/model.ts'
import { facebook } from './facebook/facebook.ts'
import { instagram } from './instagram/instagram.ts'
import { linkedin } from './linkedin/linkedin.ts'
import type { Network } from './network.ts'
import type { NetworkSettings } from './settings.ts'
import { twitter } from './twitter/twitter.ts'

/** The adapters by the network's name. */
export type Networks = Readonly<Record<SocialNetwork, Network>>

export const connectNetworks = (settings: NetworkSettings): Networks => ({
  facebook: facebook(settings),
  instagram: instagram(settings),
  linkedin: linkedin(settings),
  twitter: twitter(settings),
})
