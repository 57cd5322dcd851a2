import { beforeEach, describe, expect, it } from 'vitest'
import {
  changePassword,
  checkResetToken,
  endOtherSessions,
  forgotPassword,
  resetPassword,
  signIn,
} from '#domain/accounts/contract.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { nextNumber } from '#testing/people.ts'
import { accountRoutes } from '../routes.ts'

let email: string
let userId: number
const own = 'the password so far'
const fresh = { password: 'a fine new one', password_confirmation: 'a fine new one' }

const test = useTestApp({
  routes: accountRoutes,
  config: { SIGN_IN_PER_MINUTE: 10_000, publicUrl: 'https://galley.test' },
})
beforeEach(async () => {
  test.clock.set(testNow)
  email = `person${nextNumber()}@example.com`
  userId = await person(email)
})

const person = async (address: string, changes: { is_confirmed?: boolean; is_blocked?: boolean } = {}) => {
  const values = { name: 'Ada', email: address, password_hash: await hashPassword(own), ...changes }
  return (await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const ask = (address = email) => test.ask(null, forgotPassword, { body: { email: address } })
/** The link is mailed after the answer. */
const askForToken = async (address = email): Promise<string> => {
  const before = (await readMails(test, address)).length
  await ask(address)
  await expect.poll(async () => (await readMails(test, address)).length).toBe(before + 1)
  return lastToken(test, address)
}
const check = (body: { email: string; token: string }) => test.ask(null, checkResetToken, { body })
const reset = (token: string, address = email) =>
  test.ask(null, resetPassword, { body: { ...fresh, email: address, token } })
const signInWith = async (password: string, address = email) =>
  (await test.ask(null, signIn, { body: { email: address, password } })).status

describe('A forgotten password', () => {
  it('is replaced by the mailed link', async () => {
    const token = await askForToken()
    expect((await check({ email, token })).status).toBe(200)
    expect((await reset(token)).status).toBe(200)
    expect([await signInWith(own), await signInWith(fresh.password)]).toEqual([401, 200])
    expect((await readMails(test, email)).map(mail => mail.kind)).toEqual([
      'reset-password',
      'password-changed',
    ])
  })

  it('gives the same answer whether the address has an account, none, or a blocked one', async () => {
    const blocked = `blocked${nextNumber()}@example.com`
    await person(blocked, { is_blocked: true })
    const answers = [await ask(), await ask('nobody@example.com'), await ask(blocked)]
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, data: {} })
    await expect.poll(() => readMails(test, email)).toHaveLength(1)
    expect(await readMails(test, 'nobody@example.com')).toEqual([])
    expect(await readMails(test, blocked)).toEqual([])
  })

  it('builds the link from the configuration, whatever host the request names', async () => {
    await test.app.inject({
      method: 'POST',
      url: '/api/password/forgot',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        origin: 'https://evil.example',
        forwarded: 'host=evil.example',
      },
      payload: { email },
    })
    await expect.poll(() => readMails(test, email)).toHaveLength(1)
    const [mail] = await readMails(test, email)
    expect(mail?.link?.origin).toBe('https://galley.test')
    expect(mail?.link?.pathname).toBe('/change-password')
    expect(mail?.link?.searchParams.get('email')).toBe(email)
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toContain('evil')
  })

  it('accepts each link once, within an hour, and ends all of them when one is used', async () => {
    const [first, second] = [await askForToken(), await askForToken()]
    expect((await reset(first)).status).toBe(200)
    for (const token of [first, second]) {
      expect((await check({ email, token })).code).toBe('link_ended')
      expect((await reset(token)).code).toBe('link_ended')
    }
    const late = await askForToken()
    test.clock.advance(61 * 60_000)
    expect((await check({ email, token: late })).code).toBe('link_ended')
    expect((await reset(late)).code).toBe('link_ended')
  })

  it('ends its links when the person signs out all other devices, or changes the password', async () => {
    const doings = [
      () => test.ask({ userId, name: 'Ada' }, endOtherSessions),
      () =>
        test.ask({ userId, name: 'Ada' }, changePassword, {
          params: { userId },
          body: { ...fresh, old_password: own },
        }),
    ]
    for (const doing of doings) {
      const token = await askForToken()
      expect((await check({ email, token })).status).toBe(200)
      expect((await doing()).status).toBe(200)
      expect((await check({ email, token })).code).toBe('link_ended')
    }
  })

  it('does not accept a link of someone else', async () => {
    const other = `other${nextNumber()}@example.com`
    await person(other)
    const token = await askForToken(other)
    expect((await check({ email, token })).code).toBe('link_ended')
    expect((await reset(token)).code).toBe('link_ended')
    expect((await reset('x'.repeat(43))).code).toBe('link_ended')
    expect([await signInWith(own), await signInWith(own, other)]).toEqual([200, 200])
  })

  it('is set by only one of two people who follow the link at the same moment', async () => {
    const token = await askForToken()
    const codes = (await Promise.all([reset(token), reset(token)])).map(answer => answer.code)
    expect(codes.sort()).toEqual(['link_ended', undefined])
  })

  it('ends every session', async () => {
    const { token } = (await test.ask(null, signIn, { body: { email, password: own } })).data
    await reset(await askForToken())
    const call = (method: 'GET' | 'POST', url: string) =>
      test.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    expect((await call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await call('POST', '/api/auth/refresh')).statusCode).toBe(401)
  })

  it('does not lift a block', async () => {
    const token = await askForToken()
    await test.db.updateTable('users').set({ is_blocked: true }).where('id', '=', userId).execute()
    expect((await check({ email, token })).code).toBe('link_ended')
    expect((await reset(token)).code).toBe('link_ended')
  })

  it('confirms the address if it was not confirmed yet', async () => {
    const address = `fresh${nextNumber()}@example.com`
    const id = await person(address, { is_confirmed: false })
    await reset(await askForToken(address), address)
    const row = await test.db
      .selectFrom('users')
      .select('is_confirmed')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.is_confirmed).toBe(true)
  })

  it('stores no token in the database, neither in a queued mail nor in the log of links', async () => {
    const token = await askForToken()
    for (const table of ['account_links', 'outgoing_mails'] as const) {
      const rows = await test.db.selectFrom(table).selectAll().execute()
      const bytes = rows.flatMap(row =>
        Object.values(row).map(value => (Buffer.isBuffer(value) ? value.toString() : String(value))),
      )
      expect(bytes.join()).not.toContain(token)
    }
  })

  it('mails an address five times an hour and then asks for patience, known or not', async () => {
    for (const address of [email, 'unknown@example.com']) {
      const codes = []
      for (let turn = 0; turn < 6; turn++) codes.push((await ask(address)).code)
      expect(codes).toEqual([...Array(5).fill(undefined), 'too_many_requests'])
    }
    test.clock.advance(61 * 60_000)
    expect((await ask()).status).toBe(200)
  })

  it('tells the person when to try again', async () => {
    const limited = { method: 'POST' as const, url: '/api/password/forgot', payload: { email } }
    let response = await test.app.inject(limited)
    while (response.statusCode === 200) response = await test.app.inject(limited)
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('rejects a password that is short, common or typed differently', async () => {
    const token = await askForToken()
    const errorsOf = async (password: string, password_confirmation = password) =>
      (await test.ask(null, resetPassword, { body: { email, token, password, password_confirmation } }))
        .errors
    expect(await errorsOf('short')).toEqual({
      password: ['Please enter a password between 8 and 255 characters'],
    })
    expect(await errorsOf('password1')).toHaveProperty('password')
    expect(await errorsOf('a fine new one', 'a fine new two')).toEqual({
      password_confirmation: ["Passwords doesn't match"],
    })
    expect((await check({ email, token })).status).toBe(200)
  })
})

describe('Changing the password in the profile', () => {
  const change = (who: number, requested: number, old_password: string) =>
    test.ask({ userId: who, name: 'Ada' }, changePassword, {
      params: { userId: requested },
      body: { ...fresh, old_password },
    })

  it('requires the present one, and ends the other sessions', async () => {
    const elsewhere = (await test.ask(null, signIn, { body: { email, password: own } })).data.token
    const wrong = await change(userId, userId, 'not it')
    expect([wrong.status, wrong.errors]).toEqual([422, { old_password: ['The password is not correct'] }])
    expect((await change(userId, userId, own)).status).toBe(200)
    expect(await signInWith(fresh.password)).toBe(200)
    const stale = await test.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${elsewhere}` },
    })
    expect(stale.statusCode).toBe(401)
    // The session in which it was changed continues.
    expect((await change(userId, userId, fresh.password)).status).toBe(200)
    const mail = (await readMails(test, email)).at(-1)
    expect(mail?.kind).toBe('password-changed')
    expect(mail?.text).toContain('the addresses of your calendar feeds have ended')
  })

  it('is possible only for oneself, with a limited number of guesses', async () => {
    const other = await person(`other${nextNumber()}@example.com`)
    expect((await change(userId, other, own)).status).toBe(404)
    const codes = []
    for (let turn = 0; turn < 11; turn++) codes.push((await change(userId, userId, `guess ${turn}`)).status)
    expect(codes.slice(-2)).toEqual([422, 429])
  })
})
