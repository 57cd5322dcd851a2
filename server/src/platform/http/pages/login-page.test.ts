import { describe, expect, it } from 'vitest'
import { loginPageHeaders } from './login-page.ts'

describe('The page on which a network’s own script asks for a login', () => {
  const headersOf = loginPageHeaders({ facebookSdkUrl: 'https://connect.facebook.net/en_US/sdk.js' })

  it('allows that script, and keeps the popup it opens', () => {
    for (const page of ['/12/facebook/connect', '/12/instagram/connect/']) {
      const headers = headersOf(page)
      expect(headers['content-security-policy']).toContain(
        "script-src 'self' https://connect.facebook.net https://*.facebook.com;",
      )
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    }
  })

  it('is the only one: every other page stays closed to it', () => {
    for (const page of [
      '/',
      '/12/calendar',
      '/12/linkedin/connect',
      '/x/facebook/connect',
      '/12/facebook/connect/more',
    ])
      expect(headersOf(page)).toEqual({})
  })

  it('allows nobody else if the script is the stand-in’s', () => {
    const local = loginPageHeaders({ facebookSdkUrl: 'http://127.0.0.1:4600/graph/sdk.js' })
    expect(local('/1/facebook/connect')['content-security-policy']).toContain(
      "script-src 'self' http://127.0.0.1:4600;",
    )
  })
})
