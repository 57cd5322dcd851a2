import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { type ConnectorsOf, callbackUrlOf, configuredNetworks } from './connectors.ts'

export const listConnectOptions =
  (connectors: ConnectorsOf) =>
  async (
    _input: Input<typeof contract.listConnectOptions>,
    { services: { config } }: ScopedPoolCall,
  ): Promise<Answer<typeof contract.listConnectOptions>> => {
    const settings = networkSettings(config)
    const configured = configuredNetworks(config)
    return socialNetworks.map((network): ConnectOptions => {
      const connector = connectors(config)[network]
      const ofNetwork = { social_network: network, is_configured: configured[network] }
      if (connector.way !== 'browser')
        return { ...ofNetwork, way: connector.way, sdk: null, callback_url: callbackUrlOf(config, network) }
      const sdk = {
        url: settings.facebookSdkUrl,
        app_id: settings.facebookAppId,
        version: settings.facebookVersion,
        scopes: [...connector.scopes],
        config_id: settings.facebookLoginConfigs[network] ?? null,
      }
      return { ...ofNetwork, way: 'browser', sdk, callback_url: null }
    })
  }
