import { expect, test } from 'vitest'
import { addressesIn, changeText, dayText, numberText, standText } from './report-words.ts'

test('a change has its sign, and an unknown one is not 0', () => {
  expect([50, -12.5, 0, null].map(changeText)).toEqual(['+50 %', '−12.5 %', '0 %', '–'])
})

test('numbers are grouped, and unknown ones are a dash', () => {
  expect([1234.567, 0, null].map(numberText)).toEqual(['1,234.57', '0', '–'])
})

test('an instant is shown as the day that it is in the zone', () => {
  expect(dayText('2026-05-31T23:30:00.000Z', 'Europe/Berlin')).toBe('June 1, 2026')
  expect(dayText('2026-05-31')).toBe('May 31, 2026')
})

test('addresses are taken however they are pasted, each once', () => {
  expect(addressesIn(' Ida@x.example; jo@x.example\nida@x.example,,')).toEqual([
    'ida@x.example',
    'jo@x.example',
  ])
})

test('a report’s line names three of those whom it was sent to, and says when', () => {
  const sent_at = '2026-06-01T08:00:00.000Z'
  const to = ['Ada', 'Ben', '', 'Eve', 'Fay'].map(name => ({ name, email: 'jo@x.example', sent_at }))
  expect(standText({ sent_at: null, sent_to: [] }, 'UTC')).toBe('Draft')
  expect(standText({ sent_at, sent_to: [] }, 'UTC')).toBe('Frozen on June 1, 2026')
  expect(standText({ sent_at, sent_to: to.slice(0, 2) }, 'UTC')).toBe('Sent on June 1, 2026 to Ada and Ben')
  expect(standText({ sent_at, sent_to: to }, 'UTC')).toBe(
    'Sent on June 1, 2026 to Ada, Ben, jo@x.example, and 2 others',
  )
})
