import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { cardGatewaySettings } from './settings.ts'

const settingsOf = (env: Record<string, string>) => cardGatewaySettings(readConfig(env))
const production = { NODE_ENV: 'production' }
const key = { CARD_GATEWAY_KEY: 'sk_live_something', CARD_GATEWAY_PUBLIC_KEY: 'pk_live_something' }

describe('The card step', () => {
  it('uses the sandbox’s gateway by default', () => {
    expect(settingsOf({})).toEqual({
      url: 'http://127.0.0.1:4600/cards',
      key: expect.stringMatching(/^sk_test_/),
      takesTestCards: true,
      fields: null,
      takesNumbers: true,
    })
    expect(settingsOf({ SANDBOX: 'off' })).toBeNull()
  })

  it('is off in production until a key is set, and then uses Stripe', () => {
    expect(settingsOf(production)).toBeNull()
    expect(settingsOf({ ...production, ...key })).toEqual({
      url: 'https://api.stripe.com',
      key: 'sk_live_something',
      takesTestCards: false,
      fields: { script: 'https://js.stripe.com/v3/', key: 'pk_live_something' },
      takesNumbers: false,
    })
    expect(settingsOf({ ...production, ...key, CARD_GATEWAY_URL: 'https://cards.example/' })).toMatchObject({
      url: 'https://cards.example',
    })
  })

  it('can be switched off, but not on without a gateway', () => {
    expect(settingsOf({ CARD_STEP: 'off' })).toBeNull()
    expect(settingsOf({ ...production, ...key, CARD_STEP: 'off' })).toBeNull()
    expect(settingsOf({ CARD_STEP: 'on' })).not.toBeNull()
    expect(() => settingsOf({ ...production, CARD_STEP: 'on' })).toThrow(ConfigError)
    expect(() => settingsOf({ SANDBOX: 'off', CARD_STEP: 'on' })).toThrow(ConfigError)
  })

  it('takes numbers in the gateway’s own fields alone in production, unless it is told otherwise', () => {
    const secret = { ...production, CARD_GATEWAY_KEY: 'sk_live_something' }
    expect(() => settingsOf(secret)).toThrow(/CARD_GATEWAY_PUBLIC_KEY/)
    expect(settingsOf({ ...secret, CARD_STEP: 'off' })).toBeNull()
    expect(settingsOf({ ...secret, RAW_CARD_NUMBERS: 'on' })).toMatchObject({
      fields: null,
      takesNumbers: true,
    })
    expect(settingsOf({ CARD_GATEWAY_PUBLIC_KEY: 'pk_test_x' })?.fields?.script).toBe(
      'http://127.0.0.1:4600/cards/v3.js',
    )
    expect(() => readConfig({ CARD_GATEWAY_PUBLIC_KEY: 'sk_live_something' })).toThrow(/publishable/)
    expect(() => readConfig({ CARD_GATEWAY_SCRIPT: 'http://cards.example/v3.js' })).toThrow(/https/)
  })

  it('refuses a gateway without TLS', () => {
    expect(() => readConfig({ ...key, CARD_GATEWAY_URL: 'http://cards.example' })).toThrow(/https/)
  })
})
