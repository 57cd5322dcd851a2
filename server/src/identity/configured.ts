import { type Provider, providers } from '#domain/accounts/providers.ts'
import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { appleProvider } from './apple.ts'
import { googleProvider } from './google.ts'
import type { IdentityProvider } from './provider.ts'
import { identitySettings } from './settings.ts'

export type IdentityProviders = Readonly<Record<Provider, IdentityProvider | null>>

/** The providers this installation is registered with. One set per process, since each caches its discovery document. */
export const identityProviders = oncePer((config: Config): IdentityProviders => {
  const { google, apple } = identitySettings(config)
  return {
    google: google && googleProvider(google, config.publicUrl),
    apple: apple && appleProvider(apple, config.publicUrl),
  }
})

/** The providers configured here, in the order of their buttons. */
export const configuredProviders = (config: Config): Provider[] => {
  const settings = identitySettings(config)
  return providers.filter(provider => settings[provider] !== null)
}
