import { afterEach, expect, test } from 'vitest'
import { rememberSearch, withRemembered } from './remembered-search.ts'

afterEach(() => localStorage.clear())

test('What a person chose in Analytics is there again, and a range until today still ends today', () => {
  const chosen = {
    from: '2026-11-20',
    to: '2026-11-27',
    interval: 'weekly',
    compare: 'before',
    rank: 'reach',
  }
  rememberSearch(7, chosen, '2026-11-27')
  expect(withRemembered(7, {}, '2026-11-29')).toEqual({
    from: '2026-11-22',
    to: '2026-11-29',
    interval: 'weekly',
    compare: 'before',
  })
  expect(withRemembered(8, {}, '2026-11-29')).toEqual({})
})

test('A range that ended before is the same days again', () => {
  rememberSearch(7, { from: '2026-11-01', to: '2026-11-10' }, '2026-11-27')
  expect(withRemembered(7, {}, '2026-11-29')).toMatchObject({ from: '2026-11-01', to: '2026-11-10' })
})

test('An address that says what it shows is shown as it is', () => {
  rememberSearch(7, { interval: 'weekly' }, '2026-11-27')
  expect(withRemembered(7, { compare: 'before' }, '2026-11-27')).toEqual({ compare: 'before' })
})
