import { beforeEach, describe, expect, it } from 'vitest'
import { forgotPassword, resetPassword, signIn, signUp } from '#domain/accounts/contract.ts'
import {
  enterSecondFactor,
  getSecondFactor,
  turnOffSecondFactor,
} from '#domain/accounts/second-factor-contract.ts'
import { blockUser } from '#server/platform/session/end-sessions.ts'
import { createLink } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { allRoutes } from '#server/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { codeAt, turnOn } from '#testing/calls/second-factors.ts'
import { nextNumber } from '#testing/people.ts'
import { removeSecondFactor } from '../operator-commands.ts'
import { accountRoutes } from '../routes.ts'

const test = useTestApp({ routes: allRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
const password = 'a long fine one'

let ada: TestPerson & { readonly email: string }
let factor: Awaited<ReturnType<typeof turnOn>>
beforeEach(async () => {
  test.clock.set(testNow)
  const email = `ada${nextNumber()}@example.com`
  const values = { name: 'Ada', email, password_hash: await hashPassword(password) }
  const { id } = await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  ada = { userId: id, name: 'Ada', email }
  factor = await turnOn(test, ada)
})

const later = (seconds: number) => test.clock.set(new Date(testNow.getTime() + seconds * 1000))
/** The code of the app, whose clock may be off. */
const code = (offSeconds = 0) =>
  codeAt(factor.secret, new Date(test.clock.now().getTime() + offSeconds * 1000))
const askedFor = (data: { readonly token: string }): string => {
  expect(data).toEqual({ second_factor: 'due', token: expect.any(String), expires_in: 600 })
  return data.token
}
const begin = async () =>
  askedFor((await test.ask(null, signIn, { body: { email: ada.email, password } })).data)
const notAsked = async () => {
  const { data } = await test.ask(null, signIn, { body: { email: ada.email, password } })
  expect(data).toEqual({ token: expect.any(String), expires_in: 3600 })
}
const enter = async (typed: string, token?: string) =>
  test.ask(null, enterSecondFactor, { body: { token: token ?? (await begin()), code: typed } })

describe('Signing in with a second factor', () => {
  it('takes the password and then a code, which gives a session', async () => {
    later(60)
    const { status, data } = await enter(code())
    expect(status).toBe(200)
    const headers = { authorization: `Bearer ${data.token}` }
    expect((await test.app.inject({ url: '/api/auth/me', headers })).json().data.email).toBe(ada.email)
  })

  it('takes no code twice, nor one from before it, and the one after it', async () => {
    later(60)
    expect((await enter(code())).status).toBe(200)
    expect(await enter(code())).toMatchObject({ status: 422, code: 'code_used' })
    expect(await enter(code(-30))).toMatchObject({ status: 422, code: 'code_used' })
    expect((await enter(code(30))).status).toBe(200)
    later(90)
    expect(await enter(code())).toMatchObject({ status: 422, code: 'code_used' })
  })

  it('takes one code once, of two people who enter it at the same moment', async () => {
    later(60)
    const [first, second] = [await begin(), await begin()]
    const answers = await Promise.all([enter(code(), first), enter(code(), second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('takes one recovery code once, of two people who enter it at the same moment', async () => {
    const [one = ''] = factor.recovery_codes
    const [first, second] = [await begin(), await begin()]
    const answers = await Promise.all([enter(one, first), enter(one, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('takes one sign-in once, of two codes that are entered at the same moment', async () => {
    const token = await begin()
    const answers = await Promise.all(factor.recovery_codes.slice(0, 2).map(one => enter(one, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    later(60)
    expect((await test.ask(ada, getSecondFactor)).data.recovery_codes_left).toBe(9)
  })

  it.each([[-30], [30]])('takes the code of a clock that is %i seconds off', async seconds => {
    later(3600)
    expect((await enter(code(seconds))).status).toBe(200)
  })

  it.each([
    [-90, 'The clock of your phone is about 2 minutes slow.'],
    [90, 'The clock of your phone is about 2 minutes fast.'],
  ])('says what is wrong with a clock that is %i seconds off', async (seconds, words) => {
    later(3600)
    const answer = await enter(code(seconds))
    expect(answer).toMatchObject({ status: 422, code: 'clock_off', message: expect.stringContaining(words) })
  })

  it('refuses other codes, and makes them wait after five', async () => {
    later(60)
    const near = Array.from({ length: 21 }, (_, index) => code((index - 10) * 30))
    const wrong =
      Array.from({ length: 22 }, (_, index) => `0000${index + 10}`).find(one => !near.includes(one)) ?? ''
    for (let time = 0; time < 5; time++)
      expect(await enter(wrong)).toMatchObject({ status: 422, code: 'wrong_second_factor' })
    expect(await enter(code())).toMatchObject({ status: 429 })
  })

  it('takes each of ten recovery codes once, however it is typed', async () => {
    expect(new Set(factor.recovery_codes).size).toBe(10)
    for (const one of factor.recovery_codes) {
      expect((await enter(one.toLowerCase().replace('-', ' '))).status).toBe(200)
      expect(await enter(one)).toMatchObject({ status: 422, code: 'wrong_second_factor' })
    }
    const mails = await test.db
      .selectFrom('outgoing_mails')
      .select('kind')
      .where('recipient', '=', ada.email)
      .where('kind', '=', 'second-factor-used')
      .execute()
    expect(mails).toHaveLength(10)
  })

  it('ends after ten minutes, and once it was finished', async () => {
    const token = await begin()
    later(60)
    expect((await enter(code(), token)).status).toBe(200)
    later(120)
    expect(await enter(code(), token)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    const other = await begin()
    later(120 + 600)
    expect(await enter(code(), other)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect(await enter(code(), 'nonsense')).toMatchObject({ status: 409, code: 'sign_in_ended' })
  })

  it('ends with a new password, which does not replace the second factor', async () => {
    const token = await begin()
    const making = { userId: ada.userId, purpose: 'reset', now: testNow, minutes: 30 } as const
    const reset = await test.db.transaction().execute(tx => createLink(tx, making))
    const body = { email: ada.email, token: reset, password, password_confirmation: password }
    expect((await test.ask(null, resetPassword, { body })).status).toBe(200)
    later(60)
    expect(await enter(code(), token)).toMatchObject({ status: 409, code: 'sign_in_ended' })
    expect((await enter(code())).status).toBe(200)
  })

  it('lets nobody guess on with devices that a link for a new password has made', async () => {
    const making = { userId: ada.userId, purpose: 'reset', now: testNow, minutes: 30 } as const
    const link = await test.db.transaction().execute(tx => createLink(tx, making))
    const payload = { email: ada.email, token: link, password, password_confirmation: password }
    const answer = await test.app.inject({ method: 'POST', url: '/api/password/new', payload })
    expect([answer.statusCode, answer.cookies]).toEqual([200, []])
  })

  it('takes 48 wrong codes a day from all networks together, and then none but of a device that it knows', async () => {
    later(60)
    const send = async (remoteAddress: string, path: string, payload: object, cookie = '') =>
      test.app.inject({
        method: 'POST',
        url: `/api/auth${path}`,
        payload,
        remoteAddress,
        headers: { cookie },
      })
    const known = await send('10.9.9.9', '/signin/second-factor', { token: await begin(), code: code() })
    const cookie = known.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const token = await begin()
    const guess = async (network: number) =>
      (await send(`10.1.${network}.1`, '/signin/second-factor', { token, code: 'not it' })).statusCode
    for (let network = 0; network < 48; network++) expect(await guess(network)).toBe(422)
    expect(await guess(48)).toBe(429)
    expect(await enter(code(30), token)).toMatchObject({ status: 429 })
    const own = await send('10.9.9.9', '/signin/second-factor', { token, code: code(30) }, cookie)
    expect(own.statusCode).toBe(200)
  })

  it('counts the codes of devices that were known before it was on with those of all others', async () => {
    const { id: userId, email } = await test.db
      .insertInto('users')
      .values({
        name: 'Eve',
        email: `eve${nextNumber()}@example.com`,
        password_hash: await hashPassword(password),
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    const payload = { email, password }
    const post = (path: string, body: object, cookie = '') =>
      test.app.inject({ method: 'POST', url: `/api/auth${path}`, payload: body, headers: { cookie } })
    const cookieOf = ({ cookies }: Awaited<ReturnType<typeof post>>) =>
      cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const devices = await Promise.all(
      Array.from({ length: 3 }, async () => cookieOf(await post('/signin', payload))),
    )
    await turnOn(test, { userId, name: 'Eve' })
    const { token } = (await test.ask(null, signIn, { body: payload })).data
    const guess = async (cookie?: string) =>
      (await post('/signin/second-factor', { token, code: 'not it' }, cookie)).statusCode
    for (const cookie of devices) expect(await guess(cookie)).toBe(422)
    expect([await guess(), await guess(), await guess(devices[0])]).toEqual([422, 422, 429])
  })

  it('is refused to somebody who was blocked in the meantime', async () => {
    const token = await begin()
    await test.db.transaction().execute(tx => blockUser(tx, ada.userId, testNow))
    later(60)
    expect(await enter(code(), token)).toMatchObject({ status: 401, code: 'account_blocked' })
  })

  it('is asked for as well of somebody who signs up with the password of their account', async () => {
    const form = { name: 'Ada', last_name: 'Moreau', email: ada.email, phone_number: '+49 30 1234567' }
    const body = { ...form, company: 'Studio', password, password_confirmation: password }
    askedFor((await test.ask(null, signUp, { body })).data)
  })

  it('is not asked for any more once it is off, or the operator has removed it', async () => {
    await test.ask(ada, turnOffSecondFactor)
    await notAsked()
    await turnOn(test, ada)
    await begin()
    expect((await removeSecondFactor(test.db, ada.email, testNow)).text).toContain('without a second factor')
    expect((await removeSecondFactor(test.db, ada.email, testNow)).text).toContain('no second factor')
    await notAsked()
  })
})

it('What the password alone gives is no session: every call that needs one refuses it', async () => {
  const token = await begin()
  const headers = { authorization: `Bearer ${token}` }
  const closed = allRoutes.filter(({ needs }) => needs !== 'nobody')
  expect(closed.length).toBeGreaterThan(accountRoutes.length)
  for (const { endpoint, needs } of closed) {
    const url = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`
    const { statusCode } = await test.app.inject({ method: endpoint.method, url, headers })
    expect(`${endpoint.method} ${url}: ${statusCode}`).toBe(
      `${endpoint.method} ${url}: ${needs === 'link' ? 404 : 401}`,
    )
  }
  const refreshed = await test.app.inject({ method: 'POST', url: '/api/auth/refresh', headers })
  expect(refreshed.statusCode).toBe(401)
})

it('Asking for a new password says nothing of a second factor', async () => {
  expect((await test.ask(null, forgotPassword, { body: { email: ada.email } })).data).toEqual({})
})
