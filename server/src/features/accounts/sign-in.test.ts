import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getMe, refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { startTestApp, testNow, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { accountRoutes } from './routes.ts'

describe('Signing in', () => {
  const password = 'correct horse battery'
  let email: string

  const test = useTestApp({ routes: accountRoutes })
  const cast = useCast(test)
  beforeAll(async () => {
    const row = await test.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', cast.creator.userId)
      .returning('email')
      .executeTakeFirstOrThrow()
    email = row.email
  })
  beforeEach(() => test.clock.set(testNow))

  const askWith = (token: string, method: 'GET' | 'POST', path: string) =>
    test.app
      .inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
      .then(response => ({ status: response.statusCode, body: response.json() }))
  const signInNow = async () => (await test.ask(null, signIn, { body: { email, password } })).data.token

  it('returns a token that names the person', async () => {
    const { status, data } = await test.ask(null, signIn, { body: { email: email.toUpperCase(), password } })
    expect(status).toBe(200)
    expect(data.expires_in).toBe(3600)
    const me = await askWith(data.token, 'GET', '/auth/me')
    expect(me.body.data).toMatchObject({ id: cast.creator.userId, email, agency_role: 'content-creator' })
    expect(me.body.data.projects).toHaveLength(1)
  })

  it('answers the same for a wrong password and an address without an account', async () => {
    const wrong = await test.ask(null, signIn, { body: { email, password: 'not it at all' } })
    const unknown = await test.ask(null, signIn, { body: { email: 'nobody@example.com', password } })
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect(unknown).toEqual(wrong)
  })

  it('tells a person that they are blocked, but only with the right password', async () => {
    await test.db.updateTable('users').set({ is_blocked: true }).where('email', '=', email).execute()
    try {
      const right = await test.ask(null, signIn, { body: { email, password } })
      expect(right).toMatchObject({ status: 401, code: 'account_blocked', message: 'Account was blocked' })
      const wrong = await test.ask(null, signIn, { body: { email, password: 'not it at all' } })
      expect(wrong.code).toBe('invalid_credentials')
    } finally {
      await test.db.updateTable('users').set({ is_blocked: false }).where('email', '=', email).execute()
    }
  })

  it.each([
    ['the password is set anew', { password_hash: 'another' }],
    ['the person is blocked', { is_blocked: true }],
  ])('starts no session when %s while the old password is compared', async (_, change) => {
    const of = (values: object) => (tx: Tx) => tx.updateTable('users').set(values).where('email', '=', email)
    const { password_hash } = await test.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    let answer: Promise<{ status: number }> | undefined
    await test.db.transaction().execute(async tx => {
      await of(change)(tx).execute()
      answer = test.ask(null, signIn, { body: { email, password } })
      // By now it has compared with the former state.
      await untilWaiting(test, 1)
    })
    expect((await answer)?.status).toBe(401)
    await of({ password_hash, is_blocked: false })(test.db as Tx).execute()
  })

  it('names the missing fields in the fixed wording', async () => {
    const { status, errors } = await test.send(null, 'POST', '/auth/signin', { email: '' })
    expect(status).toBe(422)
    expect(errors).toEqual({
      email: ['Email is required'],
      password: ['Password is required'],
    })
  })

  it('gives a session that lasts an hour and can be renewed for thirty days', async () => {
    const token = await signInNow()
    test.clock.advance(3601_000)
    expect((await askWith(token, 'GET', '/auth/me')).status).toBe(401)
    const renewed = await askWith(token, 'POST', '/auth/refresh')
    expect(renewed.status).toBe(200)
    expect((await askWith(renewed.body.data.token, 'GET', '/auth/me')).status).toBe(200)
    test.clock.advance(31 * 86_400_000)
    expect((await askWith(renewed.body.data.token, 'POST', '/auth/refresh')).status).toBe(401)
  })

  it('gives a session that ends after ninety days, however often it is renewed', async () => {
    let token = await signInNow()
    const renew = () => askWith(token, 'POST', '/auth/refresh')
    for (const days of [29, 29, 29]) {
      test.clock.advance(days * 86_400_000)
      token = (await renew()).body.data.token
    }
    test.clock.advance(3 * 86_400_000 - 60_000)
    const last = (await renew()).body.data
    expect(last.expires_in).toBe(60)
    test.clock.advance(60_000)
    expect((await askWith(last.token, 'GET', '/auth/me')).status).toBe(401)
    expect((await askWith(last.token, 'POST', '/auth/refresh')).status).toBe(401)
  })

  it('lets two tabs renew the same token within a minute, and nobody later', async () => {
    const token = await signInNow()
    expect((await askWith(token, 'POST', '/auth/refresh')).status).toBe(200)
    expect((await askWith(token, 'POST', '/auth/refresh')).status).toBe(200)
    test.clock.advance(61_000)
    expect((await askWith(token, 'POST', '/auth/refresh')).status).toBe(401)
  })

  it('ends the session when a token is renewed that was exchanged long ago: one of its two holders is a thief', async () => {
    const token = await signInNow()
    const { token: next } = (await askWith(token, 'POST', '/auth/refresh')).body.data
    test.clock.advance(3_000_000)
    const { token: last } = (await askWith(next, 'POST', '/auth/refresh')).body.data
    expect((await askWith(last, 'GET', '/auth/me')).status).toBe(200)
    expect((await askWith(token, 'POST', '/auth/refresh')).status).toBe(401)
    expect((await askWith(last, 'GET', '/auth/me')).status).toBe(401)
    expect((await askWith(last, 'POST', '/auth/refresh')).status).toBe(401)
  })

  it('allows signing out during a renewal, from any number of tabs', async () => {
    for (let round = 0; round < 10; round++) {
      const token = await signInNow()
      const calls = ['/auth/refresh', '/auth/logout', '/auth/refresh', '/auth/refresh']
      const answers = await Promise.all(calls.map(path => askWith(token, 'POST', path)))
      expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 401)).toEqual(
        [],
      )
      const tokens = answers.flatMap(({ body }) => body.data?.token ?? [])
      for (const left of [token, ...tokens]) expect((await askWith(left, 'GET', '/auth/me')).status).toBe(401)
    }
  })

  it('ends the whole session on sign-out', async () => {
    const token = await signInNow()
    const other = (await askWith(token, 'POST', '/auth/refresh')).body.data.token
    expect((await askWith(other, 'POST', '/auth/logout')).status).toBe(200)
    for (const dead of [token, other]) {
      expect((await askWith(dead, 'GET', '/auth/me')).status).toBe(401)
      expect((await askWith(dead, 'POST', '/auth/refresh')).status).toBe(401)
    }
  })

  it('is required for calls without a token', async () => {
    for (const endpoint of [getMe, signOut, refreshSession])
      expect(await test.ask(null, endpoint)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('stores only a hash of the token', async () => {
    const token = await signInNow()
    const rows = await test.db.selectFrom('session_tokens').select('token_hash').execute()
    expect(rows.some(row => row.token_hash.toString().includes(token.slice(0, 20)))).toBe(false)
  })

  it('refuses more attempts than the installation allows, and says when to try again', async () => {
    const strict = await startTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 2 } })
    try {
      const attempt = () =>
        strict.app.inject({
          method: 'POST',
          url: '/api/auth/signin',
          payload: { email, password: 'wrong password' },
        })
      await attempt()
      await attempt()
      const third = await attempt()
      expect(third.statusCode).toBe(429)
      expect(third.json().code).toBe('too_many_requests')
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await strict.close()
    }
  })
})
