import { describe, expect, it } from 'vitest'
import { readLimits } from './limits.ts'
import { answered } from './testing.ts'

const date = { date: 'Sat, 01 Aug 2026 10:00:00 GMT' }
const seconds = Date.parse(date.date) / 1000
const read = (headers: Record<string, string>, status = 200, body: unknown = {}) =>
  readLimits({ method: 'POST' }, answered(status, body, { ...date, ...headers }))

describe('An answer reports a limit', () => {
  it('of Meta’s app, by the highest of its percentages', () => {
    expect(read({ 'x-app-usage': '{"call_count":28,"total_time":85,"total_cputime":25}' })).toEqual([
      { scope: 'app', percent: 85, waitMs: null, isRefused: false },
    ])
  })

  it('of a page or an Instagram account, with the minutes until calls are allowed again', () => {
    const use = { type: 'pages', call_count: 100, total_cputime: 1, total_time: 1 }
    const header = JSON.stringify({ '42': [{ ...use, estimated_time_to_regain_access: 7 }] })
    expect(read({ 'x-business-use-case-usage': header })).toEqual([
      { scope: 'account', percent: 100, waitMs: 420_000, isRefused: false },
    ])
  })

  it('of a Twitter user, until the time that the headers name, by the network’s own clock', () => {
    const headers = { 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '0' }
    expect(read({ ...headers, 'x-rate-limit-reset': String(seconds + 90) })).toEqual([
      { scope: 'account', percent: 100, waitMs: 90_000, isRefused: false },
    ])
  })

  it('of the Twitter app’s daily limit', () => {
    const name = 'x-app-limit-24hour'
    const headers = { [`${name}-limit`]: '10000', [`${name}-remaining`]: '1000' }
    expect(read({ ...headers, [`${name}-reset`]: String(seconds + 60) })).toEqual([
      { scope: 'app', percent: 90, waitMs: null, isRefused: false },
    ])
  })

  it('but not for publishing if it answers a read on Twitter', () => {
    const headers = { 'x-rate-limit-limit': '75', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1' }
    expect(readLimits({ method: 'GET' }, answered(200, {}, headers))).toEqual([])
  })

  it('if it refuses the call: for the account, or for the whole app', () => {
    expect(read({ 'retry-after': '30' }, 429, { message: 'Resource level throttle limit' })).toEqual([
      { scope: 'account', percent: 100, waitMs: 30_000, isRefused: true },
    ])
    expect(read({}, 400, { error: { code: 4, message: 'Application request limit reached' } })).toEqual([
      { scope: 'app', percent: 100, waitMs: null, isRefused: true },
    ])
    const containers = { error: { code: 4, error_subcode: 2207068 } }
    expect(read({}, 403, containers)).toMatchObject([{ scope: 'account', isRefused: true }])
    expect(read({}, 400, { error: { code: 32 } })).toMatchObject([{ scope: 'account', isRefused: true }])
  })

  it('only if its headers or its error can be understood as one', () => {
    expect(read({ 'x-app-usage': 'nonsense', 'x-business-use-case-usage': '{}' })).toEqual([])
    expect(read({}, 400, { error: { code: 100 } })).toEqual([])
  })
})
