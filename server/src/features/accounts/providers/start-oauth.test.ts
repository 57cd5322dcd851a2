import { describe, expect, it } from 'vitest'
import { listSignInProviders } from '#domain/accounts/contract.ts'
import { stageProviders, startWithProviders } from '#testing/providers.ts'

const { sandbox, test, browser, count, traces } = stageProviders()

describe('Going to a provider', () => {
  it('sends state, nonce and challenge, and sets a cookie that only this site can read', async () => {
    const headers = { host: new URL(test().services.config.publicUrl).host }
    const answer = await test().app.inject({ url: '/api/auth/google', headers })
    const requested = new URL(String(answer.headers.location)).searchParams
    expect(answer.statusCode).toBe(303)
    expect(Object.fromEntries(requested)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${test().services.config.publicUrl}/`,
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(requested.get(name)).toMatch(/^[\w-]{43}$/)
    expect(answer.headers['set-cookie']).toMatch(
      /^galley-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1200$/,
    )
    const row = await test().db.selectFrom('sign_in_attempts').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(requested.get('state'))
  })

  it('uses a cookie over TLS that no other host can set', async () => {
    const secure = await startWithProviders({
      sandbox: true,
      sandboxUrl: sandbox().url(),
      publicUrl: 'https://galley.example.com',
    })
    try {
      const { headers } = await secure.app.inject({ url: '/api/auth/google' })
      expect(headers['set-cookie']).toMatch(/^__Host-galley-sign-in=.*; Secure$/)
    } finally {
      await secure.close()
    }
  })

  it('starts at the address of the installation, to which the provider returns', async () => {
    const { headers } = await test().app.inject({
      url: '/api/auth/google',
      headers: { host: 'localhost:4500' },
    })
    expect(headers.location).toBe(`${test().services.config.publicUrl}/api/auth/google`)
  })

  it('uses the installation’s own address, whatever the Host header says', async () => {
    const answer = await test().app.inject({ url: '/api/auth/apple', headers: { host: 'evil.example' } })
    const requested = new URL(String(answer.headers.location)).searchParams
    expect(requested.get('redirect_uri')).toBe(`${test().services.config.publicUrl}/api/auth/apple/return`)
  })

  it('leads back to the login page if the person cancels there', async () => {
    const google = await browser().choose(await browser().begin('google'), null)
    expect(google.get('error')).toBe('access_denied')
    const apple = await browser().choose(await browser().begin('apple'), null)
    expect(Object.fromEntries(apple)).toEqual({ provider: 'apple', error: 'denied' })
    expect(await traces()).toEqual([0, 0, 0])
  })

  it('leads back with a message if the provider is down, and starts nothing', async () => {
    const down = await startWithProviders({ sandbox: true, sandboxUrl: 'http://127.0.0.1:9' })
    try {
      const headers = { host: new URL(down.services.config.publicUrl).host }
      const answer = await down.app.inject({ url: '/api/auth/google', headers })
      expect(answer.headers.location).toBe(
        `${down.services.config.publicUrl}/?provider=google&error=unavailable`,
      )
      expect(answer.headers['set-cookie']).toBeUndefined()
    } finally {
      await down.close()
    }
  })

  it('deletes attempts that nobody completed', async () => {
    await browser().begin('google')
    test().clock.advance(601_000)
    await browser().begin('google')
    expect(await count('sign_in_attempts')).toBe(1)
  })

  it('is offered only if the installation is registered there', async () => {
    expect((await test().ask(null, listSignInProviders)).data).toEqual({ providers: ['google', 'apple'] })
    const bare = await startWithProviders()
    try {
      expect((await bare.ask(null, listSignInProviders)).data).toEqual({ providers: [] })
      const headers = { host: new URL(bare.services.config.publicUrl).host }
      expect((await bare.app.inject({ url: '/api/auth/google', headers })).statusCode).toBe(404)
      const body = { code: 'x', state: 'y' }
      expect((await bare.send(null, 'POST', '/auth/google/callback', body)).status).toBe(404)
    } finally {
      await bare.close()
    }
  })
})

describe('Apple’s form', () => {
  const post = async (fields: Record<string, string>) =>
    test().app.inject({
      method: 'POST',
      url: '/api/auth/apple/return',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  it('redirects to the login page and nowhere else, whatever it contains', async () => {
    const own = test().services.config.publicUrl
    for (const fields of [
      { code: 'c', state: 's', user: '{"name":' },
      { code: 'c', state: 's', user: 'null' },
      { code: 'https://evil.example', state: '//evil.example\r\nSet-Cookie: a=b' },
      {},
    ]) {
      const answer = await post(fields as Record<string, string>)
      expect(answer.statusCode).toBe(303)
      expect(String(answer.headers.location).startsWith(`${own}/?`)).toBe(true)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('may not contain a file of a megabyte', async () => {
    expect((await post({ code: 'x'.repeat(1_000_000), state: 's' })).statusCode).toBe(413)
  })
})
