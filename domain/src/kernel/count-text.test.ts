import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it('A count is followed by the singular for one, and by the plural for none and for several', () => {
  expect(countText(1, 'day')).toBe('1 day')
  expect(countText(0, 'day')).toBe('0 days')
  expect(countText(2, 'person', 'people')).toBe('2 people')
})
