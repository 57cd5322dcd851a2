import { describe, expect, it } from 'vitest'
import { answered } from '../testing.ts'
import { graphOutcome } from './errors.ts'

const refusal = (code: number, detail: Record<string, unknown> = {}, status = 400) =>
  answered(status, { error: { message: '', type: 'OAuthException', code, fbtrace_id: 'x', ...detail } })

describe('An answer of Meta about', () => {
  const table: [string, ReturnType<typeof answered>, object][] = [
    ['an expired session', refusal(190, { error_subcode: 463 }), { kind: 'reconnect_needed' }],
    ['an app that was removed', refusal(190, { error_subcode: 458 }, 401), { kind: 'reconnect_needed' }],
    ['a missing permission', refusal(200, {}, 403), { kind: 'reconnect_needed' }],
    ['a missing permission for the edge', refusal(10), { kind: 'reconnect_needed' }],
    [
      'a user token instead of a page token, which is our mistake',
      refusal(190, { message: 'This method must be called with a Page Access Token' }),
      { kind: 'rejected', mayBeOurs: false },
    ],
    ['an app limit', refusal(4), { kind: 'not_sent', retryAfterMs: null }],
    ['a timeout of the network', refusal(100, {}, 408), { kind: 'unknown' }],
    ['a page limit', refusal(32, {}, 403), { kind: 'not_sent' }],
    ['a business limit', refusal(80_001), { kind: 'not_sent' }],
    [
      '"blocked as spam", seen for media that went live',
      refusal(4, { error_subcode: 2207051 }),
      { kind: 'unknown' },
    ],
    ['a duplicate post', refusal(506), { kind: 'rejected', mayBeOurs: true }],
    [
      'photos that were already posted',
      refusal(100, { error_subcode: 1366051 }),
      { kind: 'rejected', mayBeOurs: true },
    ],
    [
      'the same content again',
      refusal(368, {
        message: "You've already posted this. Posting the same content repeatedly isn't allowed.",
      }),
      { kind: 'rejected', mayBeOurs: true },
    ],
    ['abusive content', refusal(368, { message: 'blocked' }), { kind: 'rejected', mayBeOurs: false }],
    ['a bad parameter', refusal(100), { kind: 'rejected', mayBeOurs: false }],
    ['an unreadable file', refusal(100, { error_subcode: 1366046 }), { reason: 'media_refused' }],
    [
      'a page that may not publish',
      refusal(200, { error_subcode: 1404078 }),
      { reason: 'account_restricted' },
    ],
    ['a restricted account', refusal(368), { kind: 'rejected', reason: 'account_restricted' }],
    ['an unknown app', refusal(101), { kind: 'rejected', reason: 'app_misconfigured' }],
    ['a permission that was not granted', refusal(10), { reason: 'permission_missing' }],
    ['an outage, reported for posts that went live', refusal(2, {}, 500), { kind: 'unknown' }],
    ['a transient error', refusal(1609, { is_transient: true }), { kind: 'unknown' }],
    ['an answer without JSON', answered(502, '<html>Bad gateway</html>'), { kind: 'unknown' }],
    ['an HTML page instead of JSON', answered(403, '<html>Forbidden</html>'), { kind: 'unknown' }],
  ]
  it.each(table)('%s', (_name, answer, outcome) => {
    expect(graphOutcome(answer)).toMatchObject(outcome)
  })

  it('a limit with minutes in its header sets the wait', () => {
    const usage = { '1784': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 12 }] }
    const limited = answered(
      400,
      { error: { code: 32, message: '(#32) Page request limit reached' } },
      { 'x-business-use-case-usage': JSON.stringify(usage) },
    )
    expect(graphOutcome(limited)).toMatchObject({ kind: 'not_sent', retryAfterMs: 12 * 60_000 })
  })

  it('a limit with an unreadable header sets no wait', () => {
    const limited = answered(400, { error: { code: 32 } }, { 'x-business-use-case-usage': '{' })
    expect(graphOutcome(limited)).toMatchObject({ kind: 'not_sent', retryAfterMs: null })
  })
})
