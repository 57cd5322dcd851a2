import { describe, expect, it } from 'vitest'
import { identityCredentials } from '#sandbox/platform/app-credentials.ts'
import { readConfig } from '#server/config.ts'
import { configuredProviders } from './configured.ts'
import { readPrivateKey } from './private-key.ts'
import { identitySettings } from './settings.ts'

const { private_key } = identityCredentials.apple
const production = { NODE_ENV: 'production' }
const apple = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', APPLE_PRIVATE_KEY: private_key }
const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }

describe('Sign-in providers', () => {
  it('are the sandbox’s by default', () => {
    const config = readConfig({})
    expect(configuredProviders(config)).toEqual(['google', 'apple'])
    expect(identitySettings(config).google?.issuer).toBe('http://127.0.0.1:4600/identity/google')
  })

  it('are off in production until configured, and then the real ones', () => {
    expect(configuredProviders(readConfig(production))).toEqual([])
    expect(configuredProviders(readConfig({ ...production, ...google }))).toEqual(['google'])
    const config = readConfig({ ...production, ...apple, ...google })
    expect(configuredProviders(config)).toEqual(['google', 'apple'])
    expect(identitySettings(config).google?.issuer).toBe('https://accounts.google.com')
    expect(identitySettings(config).apple?.issuer).toBe('https://appleid.apple.com')
  })

  it('stop the start when one is only half configured or Apple’s key is invalid', () => {
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'a' })).toThrow(
      'GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID',
    )
    expect(() => readConfig({ ...apple, APPLE_KEY_ID: '' })).toThrow('APPLE_KEY_ID')
    expect(() => readConfig({ ...apple, APPLE_PRIVATE_KEY: 'abc' })).toThrow('.p8')
  })
})

describe('Apple’s private key', () => {
  const lines = private_key.match(/.{1,64}/g) ?? []
  it.each([
    [
      'exactly as in the file',
      `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    ],
    [
      'with \\n for its line breaks',
      `-----BEGIN PRIVATE KEY-----\\n${lines.join('\\n')}\\n-----END PRIVATE KEY-----`,
    ],
    ['without its header and footer', private_key],
  ])('is read %s', (_how, text) => {
    const key = readPrivateKey(text)
    expect(key?.export({ format: 'der', type: 'pkcs8' }).toString('base64')).toBe(private_key)
  })
})
