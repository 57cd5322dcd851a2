import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import { allRoutes } from '#server/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { findExcess } from './json-limits.ts'

const kit = useTestApp({ routes: allRoutes, config: { SIGN_IN_PER_MINUTE: 1000 } })
const cast = useCast(kit)
afterEach(() => vi.restoreAllMocks())

const numbers = `[${'1,'.repeat(899_999)}1]`
const attacks: [string, string][] = [
  ['a token of 900,000 numbers', `{"token":${numbers}}`],
  ['300,000 unknown keys', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['two megabytes of brackets', '['.repeat(2_000_000)],
]
const withBody = allRoutes.filter(({ endpoint }) => endpoint.body)
const publicCalls = withBody.filter(({ needs }) => needs === 'nobody').map(({ endpoint }) => endpoint)
const otherCalls = withBody.filter(({ needs }) => needs !== 'nobody').map(({ endpoint }) => endpoint)

/** Sends it in parts of 10 kB. @returns the status, how many bytes were taken, and whether any large text was parsed */
const flood = async ({ method, path }: Endpoint, payload: string, token?: string) => {
  const parse = vi.spyOn(JSON, 'parse')
  let taken = 0
  const body = Readable.from(
    (function* () {
      for (let at = 0; at < payload.length; at += 10_000) {
        const part = payload.slice(at, at + 10_000)
        taken += part.length
        yield Buffer.from(part)
      }
    })(),
  )
  const answer = await kit.app.inject({
    method,
    url: `/api${path.replace(/\{\w+\}/g, '1')}`,
    headers: {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: body,
    remoteAddress: '203.0.113.9',
  })
  const isParsed = parse.mock.calls.some(([text]) => String(text).length > 20_000)
  parse.mockRestore()
  return { status: answer.statusCode, taken, isParsed }
}

describe.each(attacks)('A body of %s', (_, payload) => {
  it('is refused unparsed by any call that anybody may make', async () => {
    expect(publicCalls.length).toBeGreaterThan(10)
    for (const endpoint of publicCalls) {
      const { status, isParsed } = await flood(endpoint, payload)
      expect([endpoint.path, status, isParsed]).toEqual([endpoint.path, 413, false])
    }
  })

  it('is not read at all for somebody without a session, whichever call needs one', async () => {
    expect(otherCalls.length).toBeGreaterThan(100)
    for (const endpoint of otherCalls)
      for (const token of [undefined, 'w'.repeat(43)]) {
        const { status, taken, isParsed } = await flood(endpoint, payload, token)
        const refused = endpoint.permission === 'approval-link' && token ? 404 : 401
        expect([endpoint.path, status, isParsed]).toEqual([endpoint.path, refused, false])
        expect(taken).toBeLessThan(100_000)
      }
  })

  it('is refused before it is parsed to somebody who has a session', async () => {
    const endpoint = allRoutes.map(route => route.endpoint).find(({ path }) => path === '/posts')
    const { status, isParsed } = await flood(endpoint as Endpoint, payload, await kit.tokenOf(cast.admin))
    expect([status, isParsed]).toEqual([payload.startsWith('[[') ? 400 : 413, false])
  })
})

describe('What is too expensive to parse', () => {
  it.each([
    ['the first level too many', '['.repeat(2_000_000), { of: 'depth', at: 30 }],
    ['the first value too many', numbers, { of: 'values', at: 40_000 }],
    ['nothing in a long text with brackets', JSON.stringify('[{,"\\'.repeat(400_000)), null],
    ['nothing in thirty levels', `${'['.repeat(30)}${']'.repeat(30)}`, null],
    ['nothing in many lists beside each other', `[${'[],'.repeat(9_000)}[]]`, null],
  ])('is found at %s', (_, text, expected) => {
    expect(findExcess(text)).toEqual(expected)
  })
})

describe('A request with a thousand mistakes', () => {
  it('is told twenty', async () => {
    const keys = Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 1])
    const answer = await kit.send(null, 'POST', '/auth/signin', Object.fromEntries(keys))
    expect([answer.status, Object.keys(answer.errors ?? {}).length]).toEqual([422, 20])
  })
})
