import { fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Config } from '#server/config.ts'
import { type Connectors, createConnectors } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'

/** How accounts are connected, by an installation's configuration. Given to the routes, so that tests can answer for a network. */
export type ConnectorsOf = (config: Config) => Connectors

export const connectorsOf: ConnectorsOf = config => createConnectors(networkSettings(config))

/** Whether this installation has an app at each network: without one there is nobody to log in to. */
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

/** Null when the network can be connected here; else the refusal in words. */
export const rejectUnconfigured = (config: Config, network: SocialNetwork) =>
  configuredNetworks(config)[network]
    ? null
    : fail('network_not_configured', { values: { network: networks[network].label } })

/** Where a network sends people back to (docs/product/social-accounts.md "Connecting"). */
export const callbackUrlOf = (config: Config, network: SocialNetwork): string =>
  `${config.publicUrl}/${network}/callback`

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Null when the address is the product's own callback; else the refusal. Any other address would hand a login to whoever made the link.
 * The names of this machine are one, so that a newcomer may open either.
 */
export const rejectForeignCallback = (config: Config, network: SocialNetwork, callbackUrl: string) => {
  const own = new URL(callbackUrlOf(config, network))
  const sent = new URL(callbackUrl)
  if (loopback.has(own.hostname) && loopback.has(sent.hostname)) sent.hostname = own.hostname
  return sent.href === own.href ? null : fail('callback_not_ours', { values: { url: config.publicUrl } })
}
