import { expect, test } from 'vitest'
import { slownessOf } from './machine-speed.ts'

test('a machine is as slow as the work took in the middle of the run', () => {
  expect(slownessOf([900, 20, 25, 24, 5])).toBe(2.4)
})

test('a fast machine, or one that was not measured, has the budgets as they are', () => {
  expect(slownessOf([4, 5, 6])).toBe(1)
  expect(slownessOf([])).toBe(1)
})
