import { expect, it } from 'vitest'
import { nearestName } from './near-names.ts'

const names = ['Winter', 'Sommer 2027', 'Sommer Sale 2027', 'Größe']

it.each([
  ['a letter left out', 'Somer 2027', 'Sommer 2027'],
  ['two letters exchanged', 'Smomer 2027', 'Sommer 2027'],
  ['a letter too many', 'Wintter', 'Winter'],
  ['another letter', 'Wintor', 'Winter'],
  ['an accent left out', 'Große', 'Größe'],
  ['other capitals and spaces', ' sommer  sale 2027', 'Sommer Sale 2027'],
  ['the nearer of two', 'Sommer Sal 2027', 'Sommer Sale 2027'],
])('A name with a slip is near: %s', (_name, written, expected) => {
  expect(nearestName(written, names)).toBe(expected)
})

it.each(['Autumn', 'Wnt', '', 'Winter in the mountains', 'x'.repeat(10_000)])(
  '%.30s is near to none',
  written => {
    expect(nearestName(written, names)).toBeNull()
  },
)

it('A short name is never near to another: each letter of it says much', () => {
  expect(nearestName('May', ['Mai', 'Max'])).toBeNull()
})
