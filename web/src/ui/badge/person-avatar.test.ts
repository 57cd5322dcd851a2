import { expect, test } from 'vitest'
import { lettersOf } from './person-avatar.tsx'

test('a placeholder is the first two letters, in any script', () => {
  expect(lettersOf('aurora coffee')).toBe('AU')
  expect(lettersOf(' 𝒢alley')).toBe('𝒢A')
  expect(lettersOf('Q')).toBe('Q')
})
