import { expect, test } from 'vitest'
import { writeFigure, writePercent, writeShort } from './numbers.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1 k'],
  [12_432, '12.4 k'],
  [999_960, '1 m'],
  [3_210_000, '3.2 m'],
])('%d is written short as %s', (value, text) => {
  expect(writeShort(value)).toBe(text)
})

test('shares are written in percent, changes with their sign, and what is not known in words', () => {
  expect(writeFigure(0.03456, 'share')).toBe('3.46 %')
  expect(writeFigure(12_432)).toBe('12,432')
  expect(writeFigure(null)).toBe('Not known')
  expect([12.5, -3, 0].map(writePercent)).toEqual(['+12.5 %', '−3 %', '0 %'])
})
