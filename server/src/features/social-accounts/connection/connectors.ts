import { fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Config } from '#server/config.ts'
import { type Connectors, createConnectors } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'

/** Creates the connectors from an installation's configuration. Passed to the routes so that tests can replace them. */
export type ConnectorsOf = (config: Config) => Connectors

export const connectorsOf: ConnectorsOf = config => createConnectors(networkSettings(config))

/** Whether this installation has an app at each network: without one, nobody can log in there. */
export const configuredNetworks = (config: Config): Readonly<Record<SocialNetwork, boolean>> => {
  const settings = networkSettings(config)
  const meta = settings.facebookAppId !== '' && settings.facebookAppSecret !== ''
  return {
    facebook: meta,
    instagram: meta,
    linkedin: settings.linkedinClientId !== '' && settings.linkedinClientSecret !== '',
    twitter: settings.xConsumerKey !== '' && settings.xConsumerSecret !== '',
  }
}

/** Null when the network can be connected here; otherwise the refusal. */
export const rejectUnconfigured = (config: Config, network: SocialNetwork) =>
  configuredNetworks(config)[network]
    ? null
    : fail('network_not_configured', { values: { network: networks[network].label } })

/** Where a network sends people back to (docs/product/social-accounts.md "Connecting"). */
export const callbackUrlOf = (config: Config, network: SocialNetwork): string =>
  `${config.publicUrl}/${network}/callback`

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Null for the product's own callback URL; otherwise the refusal. Any other URL would hand the login to the maker of the link. The
 * names of this machine count as the same, so a newcomer may open either.
 */
export const rejectForeignCallback = (config: Config, network: SocialNetwork, callbackUrl: string) => {
  const own = new URL(callbackUrlOf(config, network))
  const sent = new URL(callbackUrl)
  if (loopback.has(own.hostname) && loopback.has(sent.hostname)) sent.hostname = own.hostname
  return sent.href === own.href ? null : fail('callback_not_ours', { values: { url: config.publicUrl } })
}
