import type { SocialNetwork } from '#domain/networks/model.ts'
import type { BrowserConnector, CodeConnector, Connector, RequestTokenConnector } from './connector.ts'
import { facebookConnector } from './facebook/connect.ts'
import { facebook } from './facebook/facebook.ts'
import { facebookReader } from './facebook/read.ts'
import { instagramConnector } from './instagram/connect.ts'
import { instagram } from './instagram/instagram.ts'
import { instagramReader } from './instagram/read.ts'
import { linkedinConnector } from './linkedin/connect.ts'
import { linkedin } from './linkedin/linkedin.ts'
import { linkedinReader } from './linkedin/read.ts'
import type { NetworkAdapter } from './network-adapter.ts'
import type { NetworkReader } from './network-reader.ts'
import type { NetworkSettings } from './settings.ts'
import { twitterConnector } from './twitter/connect.ts'
import { twitterReader } from './twitter/read.ts'
import { twitter } from './twitter/twitter.ts'

/** The publishing adapters by network. */
export type NetworkAdapters = Readonly<Record<SocialNetwork, NetworkAdapter>>

export const createAdapters = (settings: NetworkSettings): NetworkAdapters => ({
  facebook: facebook(settings),
  instagram: instagram(settings),
  linkedin: linkedin(settings),
  twitter: twitter(settings),
})

/** The connectors by network. */
export type Connectors = Readonly<Record<SocialNetwork, Connector>> & {
  readonly facebook: BrowserConnector
  readonly instagram: BrowserConnector
  readonly linkedin: CodeConnector
  readonly twitter: RequestTokenConnector
}

export const createConnectors = (settings: NetworkSettings): Connectors => ({
  facebook: facebookConnector(settings),
  instagram: instagramConnector(settings),
  linkedin: linkedinConnector(settings),
  twitter: twitterConnector(settings),
})

/** The readers by network. */
export type NetworkReaders = Readonly<Record<SocialNetwork, NetworkReader>>

export const createReaders = (settings: NetworkSettings): NetworkReaders => ({
  facebook: facebookReader(settings),
  instagram: instagramReader(settings),
  linkedin: linkedinReader(settings),
  twitter: twitterReader(settings),
})
