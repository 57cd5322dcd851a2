import { expect, it } from 'vitest'
import { onSilence } from './on-silence.ts'

const internal = (status: 'open' | 'approved') => ({ type: 'internal', status }) as const
const external = { type: 'external', status: 'open' } as const

it.each([
  ['waits for its client alone', [[internal('approved'), external]], 'goes_out'],
  ['waits inside the agency', [[internal('open')]], 'stays'],
  ['has one version inside the agency', [[internal('approved'), external], [internal('open')]], 'stays'],
  ['skipped the internal round', [[external]], 'stays'],
  ['is in its second internal round', [[internal('approved'), internal('open'), external]], 'stays'],
] as const)('A post that %s, where late clients are not waited for, %s: %s', (_, waiting, outcome) => {
  expect(onSilence(waiting, true)).toBe(outcome)
  expect(onSilence(waiting, false)).toBe('stays')
})
