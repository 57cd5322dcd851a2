import { describe, expect, it } from 'vitest'
import { answered } from '../testing.ts'
import { twitterOutcome } from './api.ts'

const problem = (status: number, detail: string, type = 'about:blank') =>
  answered(status, { status, title: '', detail, type })
const coded = (status: number, code: number) => answered(status, { errors: [{ code, message: '' }] })

describe('An answer of X about', () => {
  const table: [string, ReturnType<typeof answered>, object][] = [
    ['an invalid token', coded(401, 89), { kind: 'reconnect_needed' }],
    ['a wrong signature', problem(401, 'Unauthorized'), { kind: 'reconnect_needed' }],
    [
      'an app without the permission',
      problem(403, '', 'https://api.x.com/2/problems/client-forbidden'),
      { kind: 'rejected', reason: 'app_misconfigured' },
    ],
    [
      'access without the permission',
      problem(403, '', 'https://api.x.com/2/problems/not-authorized-for-resource'),
      { kind: 'reconnect_needed', reason: 'permission_missing' },
    ],
    ['a suspended account', coded(403, 64), { kind: 'rejected', reason: 'account_restricted' }],
    ['an app on a smaller plan', coded(403, 453), { kind: 'rejected', reason: 'app_misconfigured' }],
    ['an upload that is too large for the edge', answered(413, ''), { reason: 'media_refused' }],
    ['too many calls, as a coded error', coded(403, 88), { kind: 'not_sent', reason: 'limit_reached' }],
    ['our clock being off', coded(401, 135), { kind: 'not_sent' }],
    [
      'a duplicate post',
      problem(403, 'You are not allowed to create a Tweet with duplicate content.'),
      { kind: 'rejected', reason: 'duplicate_refused', mayBeOurs: true },
    ],
    ['a duplicate post, as a coded error', coded(403, 187), { kind: 'rejected', mayBeOurs: true }],
    [
      'something that is not permitted',
      problem(403, 'You are not permitted to perform this action.'),
      { kind: 'rejected', reason: 'not_permitted', mayBeOurs: false },
    ],
    [
      'expired media',
      answered(400, { errors: [{ message: 'Your media IDs are invalid.' }] }),
      { kind: 'rejected', reason: 'media_refused' },
    ],
    ['an outage', problem(503, 'Service Unavailable'), { kind: 'unknown' }],
    ['an HTML page instead of JSON', answered(403, '<html>'), { kind: 'unknown' }],
  ]
  it.each(table)('%s', (_name, answer, outcome) => {
    expect(twitterOutcome(answer)).toMatchObject(outcome)
  })

  it('too many calls sets the wait from the reset header', () => {
    const reset = Math.floor(Date.now() / 1000) + 60
    const limited = twitterOutcome(answered(429, {}, { 'x-rate-limit-reset': String(reset) }))
    expect(limited.kind).toBe('not_sent')
    const wait = limited.kind === 'not_sent' ? (limited.retryAfterMs ?? 0) : 0
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })

  it.each([
    ['calls left', answered(429, {}, { 'x-rate-limit-remaining': '42', 'retry-after': '1' })],
    ['a monthly cap', problem(429, '', 'https://api.x.com/2/problems/usage-capped')],
    ['a refusal that names them', problem(403, 'Your account has no credits.')],
  ])('used-up credits, reported by %s, sets a wait of hours', (_name, answer) => {
    expect(twitterOutcome(answer)).toMatchObject({
      kind: 'not_sent',
      reason: 'limit_reached',
      retryAfterMs: 6 * 3_600_000,
    })
  })

  it('too many calls sets no wait without the headers', () => {
    expect(twitterOutcome(answered(429, {}))).toMatchObject({ kind: 'not_sent', retryAfterMs: null })
  })
})
