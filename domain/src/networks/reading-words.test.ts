import { expect, test } from 'vitest'
import { unreadText } from './reading-words.ts'

test.each([
  [null, 'in a few minutes'],
  [4_000, 'in a minute'],
  [61_000, 'in 2 minutes'],
  [900_000, 'in 15 minutes'],
])('a limit of %s ms ends %s', (ms, wait) => {
  expect(unreadText('twitter', 'limited', ms)).toBe(
    `Twitter accepts no more searches for now. Please try again ${wait}.`,
  )
})

test('a project without an account gets a text that says so', () => {
  expect(unreadText('linkedin', 'not_connected')).toBe('No LinkedIn account is connected to this project.')
})
