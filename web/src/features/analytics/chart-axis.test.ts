import { expect, test } from 'vitest'
import { lineAxis } from './chart-axis.ts'

test.each([
  ['far from zero begins near its lowest value', [3700, null, 3825], ['auto', 'auto']],
  ['that comes near zero begins there', [40, 3825], [0, 'auto']],
  ['of zeros begins at zero', [0, 0], [0, 'auto']],
  ['without a value begins at zero', [null], [0, 'auto']],
] as const)('A line %s', (_what, values, axis) => {
  expect(lineAxis(values)).toEqual(axis)
})
