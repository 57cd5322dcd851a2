import { describe, expect, it } from 'vitest'
import { answered } from '../testing.ts'
import { linkedinOutcome } from './api.ts'

describe('An answer of LinkedIn about', () => {
  const table: [string, ReturnType<typeof answered>, object][] = [
    [
      'a revoked token',
      answered(401, { status: 401, code: 'REVOKED_ACCESS_TOKEN', message: '' }),
      { kind: 'reconnect_needed' },
    ],
    [
      'a missing permission',
      answered(403, { status: 403, code: 'ACCESS_DENIED', message: '' }),
      { kind: 'reconnect_needed' },
    ],
    [
      'a duplicate post',
      answered(422, { status: 422, message: 'Content is a duplicate of urn:li:share:7' }),
      { kind: 'rejected', mayBeOurs: true },
    ],
    [
      'an invalid field',
      answered(422, { status: 422, message: 'INVALID_URN_TYPE' }),
      { kind: 'rejected', mayBeOurs: false },
    ],
    [
      'an expired version',
      answered(426, { status: 426, code: 'NONEXISTENT_VERSION', message: '' }),
      { kind: 'rejected' },
    ],
    ['a conflict', answered(409, { status: 409, code: 'CONFLICT', message: '' }), { kind: 'not_sent' }],
    ['an outage', answered(500, { status: 500, message: '' }), { kind: 'unknown' }],
    ['an HTML page instead of JSON', answered(403, '<html>'), { kind: 'unknown' }],
  ]
  it.each(table)('%s', (_name, answer, outcome) => {
    expect(linkedinOutcome(answer)).toMatchObject(outcome)
  })

  it('too many calls sets our own wait', () => {
    const limited = linkedinOutcome(answered(429, { status: 429, code: 'TOO_MANY_REQUESTS', message: '' }))
    expect(limited).toMatchObject({ kind: 'not_sent', retryAfterMs: 900_000 })
  })
})
