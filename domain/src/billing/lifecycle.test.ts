import { describe, expect, it } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import {
  type SubscriptionEvent,
  type SubscriptionStatus,
  subscriptionLifecycle,
  subscriptionRights,
  subscriptionStatuses,
} from './lifecycle.ts'

/** Written out by hand: each status, and where each event leads to from there. */
const expected: Record<SubscriptionStatus, Partial<Record<SubscriptionEvent, SubscriptionStatus>>> = {
  trialing: { paid: 'active', payment_failed: 'past_due', ended: 'canceled' },
  active: { paid: 'active', payment_failed: 'past_due', ended: 'canceled' },
  past_due: { paid: 'active', grace_ended: 'unpaid', ended: 'canceled' },
  unpaid: { paid: 'active', ended: 'canceled' },
  canceled: { subscribed_again: 'active' },
}
const events = Object.keys(subscriptionLifecycle.events) as SubscriptionEvent[]
const pairs = subscriptionStatuses.flatMap(status => events.map(event => [status, event] as const))

describe('A subscription', () => {
  it.each(pairs)('that is %s and gets the event %s goes where the table says', (status, event) => {
    expect(next(subscriptionLifecycle, status, event)).toBe(expected[status][event] ?? null)
  })

  it('leads from every status back to active, by paying or by subscribing again', () => {
    for (const status of subscriptionStatuses)
      expect(next(subscriptionLifecycle, status, status === 'canceled' ? 'subscribed_again' : 'paid')).toBe(
        'active',
      )
  })

  it('always lets people export and pay, whatever else it stops', () => {
    for (const status of subscriptionStatuses)
      expect(subscriptionRights[status]).toMatchObject({ export: true, pay: true })
  })

  it.each([
    ['trialing', true, 'always'],
    ['active', true, 'always'],
    ['past_due', true, 'always'],
    ['unpaid', false, 'for_a_while'],
    ['canceled', false, 'for_a_while'],
  ] as const)('that is %s lets people write: %s, and publishes %s', (status, write, publish) => {
    expect(subscriptionRights[status]).toMatchObject({ write, publish })
  })
})
