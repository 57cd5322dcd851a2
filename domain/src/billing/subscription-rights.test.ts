import { describe, expect, it } from 'vitest'
import { subscriptionStatuses } from './status.ts'
import { subscriptionRights } from './subscription-rights.ts'

describe('A subscription', () => {
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
