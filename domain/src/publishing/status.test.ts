import { describe, expect, it, test } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import {
  failureReasons,
  openStatuses,
  type PublicationEvent,
  type PublicationStatus,
  publicationLifecycle,
  publicationStatuses,
} from './status.ts'

describe('Why publishing failed', () => {
  it.each(Object.entries(failureReasons))('%s has words, a cause and a next step', (_name, reason) => {
    for (const words of [reason.text, reason.cause, reason.nextStep]) expect(words).toMatch(/^[A-Z].*\.$/)
  })
})

/** Every status with what can happen in it, and where that leads. Anything else is impossible. */
const expected: Record<PublicationStatus, Partial<Record<PublicationEvent, PublicationStatus>>> = {
  queued: { claimed: 'preparing', rejected: 'failed', cancelled: 'cancelled' },
  preparing: { released: 'queued', sent: 'sending', rejected: 'failed', cancelled: 'cancelled' },
  sending: { answer_lost: 'unknown', found_live: 'live', rejected: 'failed', not_sent: 'queued' },
  unknown: { found_live: 'live', found_absent: 'queued', rejected: 'failed' },
  failed: { confirmed_live: 'live' },
  live: {},
  cancelled: {},
}

describe('A publication', () => {
  const events = Object.keys(publicationLifecycle.events) as PublicationEvent[]
  const pairs = publicationStatuses.flatMap(status => events.map(event => [status, event] as const))

  test.each(pairs)('that is %s answers %s as the table says', (status, event) => {
    expect(next(publicationLifecycle, status, event)).toBe(expected[status][event] ?? null)
  })

  it('is open in every status that may still lead to sending', () => {
    const ended = publicationStatuses.filter(status => !openStatuses.some(open => open === status))
    expect(ended).toEqual(['live', 'failed', 'cancelled'])
  })
})
