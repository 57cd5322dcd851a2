import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { admitAttempt } from '#server/platform/session/attempts.ts'
import { type TestApp, testNow, useTestApp } from '#testing/app.ts'
import { nextNumber } from '#testing/people.ts'
import { buildApp } from './app.ts'

/** Another process: a second application on the same database. */
let other: TestApp['app']
const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 3 } })
beforeAll(async () => {
  other = await buildApp({ ...test.services }, accountRoutes, { checkOutput: true })
})
beforeEach(() => test.clock.set(testNow))
afterAll(async () => {
  await other.close()
})

/** A person who tries passwords, from their own network address. */
const tryFrom = async (app: TestApp['app'], remoteAddress: string, email: string) => {
  const payload = { email, password: 'a guess' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/signin', payload, remoteAddress })
  const { code, message } = answer.json()
  const words = answer.statusCode === 429 ? [message] : []
  return [answer.statusCode, code, answer.headers['retry-after'], ...words]
}
const newEmail = () => `guessed${nextNumber()}@example.com`
const newAddress = () => `203.0.113.${nextNumber() % 250}`
const wrong = [401, 'invalid_credentials', undefined]
const tooMany = (seconds: number) => [
  ...[429, 'too_many_requests', String(seconds)],
  `Too many attempts. Please try again in ${seconds} seconds.`,
]

describe('A limit on attempts', () => {
  it('for the passwords of one email address holds across all processes', async () => {
    const email = newEmail()
    const addresses = Array.from({ length: 5 }, newAddress)
    for (const [turn, address] of addresses.entries())
      for (const app of [test.app, other])
        expect(await tryFrom(app, address, email), `${turn}`).toEqual(wrong)
    const guess = { subject: `guess ${email}`, times: 10, minutes: 24 * 60 }
    const atOnce = { free: 10, firstSeconds: 1, longestSeconds: 1 }
    expect(await admitAttempt(test.db, { ...guess, ...atOnce }, test.clock.now())).toBe(86_400)
  })

  it('for one network address holds across all processes, whatever is tried', async () => {
    const address = newAddress()
    for (const app of [test.app, other, other]) expect(await tryFrom(app, address, newEmail())).toEqual(wrong)
    test.clock.advance(50_000)
    for (const app of [other, test.app]) expect(await tryFrom(app, address, newEmail())).toEqual(tooMany(10))
    test.clock.advance(10_000)
    expect(await tryFrom(test.app, address, newEmail())).toEqual(wrong)
  })

  it('admits exactly the allowed number of simultaneous attempts', async () => {
    const address = newAddress()
    const apps = [test.app, other, test.app, other, test.app, other]
    const answers = await Promise.all(apps.map(app => tryFrom(app, address, newEmail())))
    expect(answers.map(([status]) => status).sort()).toEqual([401, 401, 401, 429, 429, 429])
  })

  it('stores no addresses in clear, and nothing at all once the period has ended', async () => {
    await tryFrom(test.app, newAddress(), newEmail())
    const { rows } = await sql<{ row: string }>`select a::text as row from attempts a`.execute(test.db)
    expect(rows.join()).not.toMatch(/guessed|203\.0\.113/)
    test.clock.advance(86_400_000)
    await tryFrom(test.app, newAddress(), newEmail())
    const left = await test.db.selectFrom('attempts').select('ends_at').execute()
    expect(left.filter(({ ends_at }) => ends_at <= test.clock.now())).toEqual([])
  })

  it('refuses everybody while attempts cannot be counted', async () => {
    const away = Object.assign(new Error('the database is starting up'), { code: '57P03' })
    const db = new Proxy(test.services.db, {
      get: () => {
        throw away
      },
    })
    const app = await buildApp({ ...test.services, db }, accountRoutes, { checkOutput: true })
    expect(await tryFrom(app, newAddress(), newEmail())).toEqual([503, 'unavailable', '2'])
    await app.close()
  })

  it('counts the client behind a configured proxy, and ignores the header from anyone else', async () => {
    const config = { ...test.services.config, TRUSTED_PROXIES: ['10.0.0.0/8'] }
    const app = await buildApp({ ...test.services, config }, accountRoutes, { checkOutput: true })
    const tryBehind = async (remoteAddress: string, client: string) => {
      const headers = { 'x-forwarded-for': client }
      const payload = { email: newEmail(), password: 'a guess' }
      return (await app.inject({ method: 'POST', url: '/api/auth/signin', payload, remoteAddress, headers }))
        .statusCode
    }
    const [ada, eve, liar, ann] = [newAddress(), newAddress(), newAddress(), newAddress()]
    for (const client of [ada, ada, ada]) expect(await tryBehind('10.1.2.3', client)).toBe(401)
    expect(await tryBehind('10.1.2.4', ada)).toBe(429)
    expect(await tryBehind('10.1.2.3', eve)).toBe(401)
    // The client's own header value comes before the one that the proxy adds.
    expect(await tryBehind('10.1.2.3', `${newAddress()}, ${ada}`)).toBe(429)
    // Some proxies add the port, which changes with each connection, or write IPv4 as IPv6.
    for (const client of [`${ann}:4001`, `${ann}:4002`, `::ffff:${ann}`])
      expect(await tryBehind('10.1.2.3', client)).toBe(401)
    expect(await tryBehind('10.1.2.3', `[::ffff:${ann}]:4003`)).toBe(429)
    for (let times = 0; times < 3; times++) expect(await tryBehind(liar, newAddress())).toBe(401)
    expect(await tryBehind(liar, newAddress())).toBe(429)
    await app.close()
  })

  it.each(['everybody', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '300.1.1.1'])(
    'cannot be configured with the proxy %s',
    TRUSTED_PROXIES => {
      expect(() => readConfig({ NODE_ENV: 'test', TRUSTED_PROXIES })).toThrow(/TRUSTED_PROXIES/)
    },
  )

  it('can be configured with proxies by address', () => {
    const config = readConfig({ NODE_ENV: 'test', TRUSTED_PROXIES: ' 10.0.0.0/8, fd00::/8,192.0.2.1 ,' })
    expect(config.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
  })
})
