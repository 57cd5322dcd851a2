import { expect, it } from 'vitest'
import { binBegins, leavesBinAt } from './bin.ts'

const now = new Date('2026-06-01T09:00:00Z')

it('What is deleted now stays in the bin for 30 days', () => {
  expect(leavesBinAt(now)).toBe('2026-07-01T09:00:00.000Z')
})

it('The time in the bin ends for a list and for a single thing at the same moment', () => {
  expect(leavesBinAt(binBegins(now))).toBe(now.toISOString())
})
