import { expect, it } from 'vitest'
import { fail } from './failure.ts'

it.each([
  [0, 'in 1 second'],
  [1, 'in 1 second'],
  [39.2, 'in 40 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [3540, 'in 59 minutes'],
  [3541, 'in 1 hour'],
  [3601, 'in 2 hours'],
])('A wait of %s seconds is worded "%s", never too short', (wait, words) => {
  expect(fail('too_many_requests', { wait })).toMatchObject({
    message: `Too many attempts. Please try again ${words}.`,
    wait,
  })
})

it('An unknown wait is worded too, and no text keeps an empty placeholder', () => {
  expect(fail('too_many_invitations')).toEqual({
    kind: 'failure',
    code: 'too_many_invitations',
    message: 'Too many invitations. Please try again in a moment.',
  })
})
