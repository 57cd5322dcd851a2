import { describe, expect, it } from 'vitest'
import { callsPerMinute, PEOPLE_AT_AN_ADDRESS } from '#domain/kernel/call-costs.ts'
import { allRoutes } from '#server/routes.ts'
import { type TestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import { nextNumber, useCast } from '#testing/people.ts'
import { buildApp } from './app.ts'
import { countByMinute } from './call-limits.ts'

const CALLS_PER_MINUTE = 100
const kit = useTestApp({ routes: allRoutes, config: { CALLS_PER_MINUTE } })
const cast = useCast(kit)

const newAddress = () => `203.0.113.${nextNumber() % 250}`

/** Calls so many times, each time from another address unless one is given. @returns how many were let through, and the last answer */
const callTimes = async (
  times: number,
  path: string,
  { person, from, app = kit.app }: { person?: TestPerson; from?: string; app?: TestApp['app'] },
) => {
  let admitted = 0
  let last = { status: 0, code: '', wait: 0 }
  const headers = person ? { authorization: `Bearer ${await kit.tokenOf(person)}` } : {}
  for (let n = 0; n < times; n += 1) {
    const remoteAddress = from ?? newAddress()
    const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers, remoteAddress })
    last = {
      status: answer.statusCode,
      code: answer.json().code,
      wait: Number(answer.headers['retry-after'] ?? 0),
    }
    if (last.status !== 429) admitted += 1
  }
  return { admitted, last }
}

const paths = {
  usual: () => `/projects/${cast.project.projectId}`,
  search: () => `/projects/${cast.project.projectId}/content`,
  heavy: () => `/projects/${cast.project.projectId}/content/export`,
}

describe('A person', () => {
  it.each(['heavy', 'search', 'usual'] as const)(
    'makes so many %s calls a minute, from wherever',
    async cost => {
      const most = callsPerMinute(cost, CALLS_PER_MINUTE)
      const { admitted, last } = await callTimes(most + 2, paths[cost](), { person: cast.creator })
      expect([admitted, last.status, last.code]).toEqual([most, 429, 'too_many_requests'])
      expect(last.wait).toBeGreaterThan(0)
      expect((await callTimes(1, paths[cost](), { person: cast.internal })).admitted).toBe(1)
    },
  )

  it('has heavy calls counted across all processes', async () => {
    const other = await buildApp({ ...kit.services, config: { ...kit.services.config } }, allRoutes, {
      checkOutput: true,
    })
    const most = callsPerMinute('heavy', CALLS_PER_MINUTE)
    const person = cast.admin
    expect((await callTimes(most, paths.heavy(), { person })).admitted).toBe(most)
    expect((await callTimes(1, paths.heavy(), { person, app: other })).admitted).toBe(0)
    await other.close()
  })
})

describe('An address', () => {
  it('is refused before its session is looked up, and another one is not', async () => {
    const most = CALLS_PER_MINUTE * PEOPLE_AT_AN_ADDRESS
    const from = '198.51.100.7'
    const { admitted, last } = await callTimes(most + 1, '/auth/me', { from })
    expect([admitted, last.status]).toEqual([most, 429])
    expect((await callTimes(1, '/auth/me', { from: '198.51.100.8' })).last.status).toBe(401)
  })

  it('is refused as soon if it writes the path of a call in another way', async () => {
    const most = CALLS_PER_MINUTE * PEOPLE_AT_AN_ADDRESS
    const remoteAddress = '198.51.100.9'
    await callTimes(most, '/auth/me', { from: remoteAddress })
    const answer = await kit.app.inject({ method: 'GET', url: '/%61pi/auth/me', remoteAddress })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([429, 'no-store'])
  })

  it('in IPv6 is the network that somebody is given', async () => {
    const most = CALLS_PER_MINUTE * PEOPLE_AT_AN_ADDRESS
    await callTimes(most, '/auth/me', { from: '2001:db8:1:1::1' })
    expect((await callTimes(1, '/auth/me', { from: '2001:db8:1:1:ffff::2' })).admitted).toBe(0)
    expect((await callTimes(1, '/auth/me', { from: '2001:db8:1:2::1' })).admitted).toBe(1)
  })
})

describe('A count by the minute', () => {
  it('starts again when the minute is over', () => {
    let now = 0
    const count = countByMinute(() => now)
    expect([count('ada', 2), count('ada', 2), count('ada', 2), count('ben', 2)]).toEqual([
      null,
      null,
      60,
      null,
    ])
    now = 45_500
    expect(count('ada', 2)).toBe(15)
    now = 60_000
    expect(count('ada', 2)).toBe(null)
  })
})

describe('What a call costs', () => {
  const costOf = (pattern: RegExp) =>
    allRoutes.filter(({ endpoint }) => pattern.test(endpoint.path)).map(({ endpoint }) => endpoint.cost)

  it.each([
    ['heavy', /\/(pdf|csv)$|\/(content|audit-log)\/export$/],
    ['search', /\/search|\/insights\/\{social\}|link-preview|timezones|media-library/],
  ])('is %s for what takes long', (cost, pattern) => {
    const found = costOf(pattern)
    expect(found.length).toBeGreaterThan(4)
    expect(new Set(found)).toEqual(new Set([cost]))
  })
})
