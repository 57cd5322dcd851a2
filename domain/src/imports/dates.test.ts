import { expect, it } from 'vitest'
import {
  isMissingDay,
  isYearless,
  pointTimesOf,
  provenOrders,
  readDate,
  readTime,
  readZoned,
  splitDateTime,
  withYear,
  wrongWeekday,
} from './dates.ts'

it.each([
  ['2026-06-30', 'day', '2026-06-30'],
  ['2026/6/3', 'day', '2026-06-03'],
  ['3/4/2026', 'day', '2026-04-03'],
  ['3/4/2026', 'month', '2026-03-04'],
  ['3.4.26', 'month', '2026-04-03'],
  ['30-06-2026', 'day', '2026-06-30'],
  ['3 Jun 2026', 'day', '2026-06-03'],
  ['3. June 2026', 'day', '2026-06-03'],
  ['June 3, 2026', 'day', '2026-06-03'],
  ['29-Dec-26', 'day', '2026-12-29'],
  ['Tuesday, December 29, 2026', 'day', '2026-12-29'],
  ['Tue Dec 29, 2026', 'day', '2026-12-29'],
  ['Mo, 21.12.2026', 'day', '2026-12-21'],
  ['Montag, 21. Dezember 2026', 'day', '2026-12-21'],
  ['lunes, 21 de diciembre de 2026', 'day', '2026-12-21'],
  ['segunda-feira, 21 de dezembro de 2026', 'day', '2026-12-21'],
  ['1er décembre 2026', 'day', '2026-12-01'],
  ['June 3rd, 2026', 'day', '2026-06-03'],
  ['15.12.26', 'month', '2026-12-15'],
  ['46385', 'day', '2026-12-29'],
] as const)('the date "%s", %s first, is %s', (text, order, date) => {
  expect(readDate(text, order)).toBe(date)
})

it.each([
  '',
  '30/30/2026',
  '2026-02-30',
  '31.6.2026',
  'tomorrow',
  '3 Foo 2026',
  '2026',
  '12345',
  '99999',
  '3/4.2026',
])('"%s" is not a date', text => {
  expect(readDate(text, 'day')).toBeNull()
})

it.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['9.05', '09:05'],
  ['14:30:59', '14:30'],
  ['2:30 pm', '14:30'],
  ['12 AM', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['9 Uhr', '09:00'],
  ['14.30 Uhr', '14:30'],
  ['9h30', '09:30'],
  ['9 h', '09:00'],
  ['24:00', '00:00'],
  ['0.378472222', '09:05'],
  ['0,50', '12:00'],
  ['18:00h', '18:00'],
  ['18h', '18:00'],
  ['18.30 hrs', '18:30'],
  ['0.5', '12:00'],
])('the time "%s" is %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it.each(['', '14', '25:00', '10:60', '13 pm', '0 am', 'noon'])('"%s" is not a time', text => {
  expect(readTime(text)).toBeNull()
})

it.each([
  ['2026-06-30T14:30', '2026-06-30', '14:30'],
  ['2026-06-30 14:30:00', '2026-06-30', '14:30:00'],
  ['30.06.2026, 2:30 pm', '30.06.2026', '2:30 pm'],
  ['3 Jun 2026 at 9 am', '3 Jun 2026', '9 am'],
  ['3 Jun 2026', '3 Jun 2026', ''],
  ['2026-06-30', '2026-06-30', ''],
  ['30.06.2026 um 9 Uhr', '30.06.2026', '9 Uhr'],
  ['30/06/2026 9h30', '30/06/2026', '9h30'],
  ['46385.378472', '2026-12-29', '09:05'],
  ['29 Dec 9:05 am', '29 Dec', '9:05 am'],
  ['29.12. 9:05', '29.12.', '9:05'],
  ['12/29/2026, 9:05\u202fAM', '12/29/2026', '9:05 AM'],
  ['29\u00a0De\u0301c\u20092026', '29 Déc 2026', ''],
])('the cell "%s" has the date "%s" and the time "%s"', (text, date, time) => {
  expect(splitDateTime(text)).toEqual({ date, time })
})

it('tells the order of a column by a date that can be read in one way only', () => {
  expect(provenOrders(['3/4/2026', '3/14/2026'])).toEqual(['month'])
  expect(provenOrders(['3/4/2026', '14/3/2026'])).toEqual(['day'])
  expect(provenOrders(['3/4/2026', '2026-06-30'])).toEqual([])
  expect(provenOrders(['3/14/2026', '14/3/2026'])).toEqual(['month', 'day'])
  expect(provenOrders(['Tue 12/29/2026', 'Fri 01/08/2027'])).toEqual(['month'])
  expect(readDate('Fri 01/08/2027', 'month')).toBe('2027-01-08')
})

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']
const monthDays = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2027, month, 9)))

it.each(languages.flatMap(language => (['long', 'short'] as const).map(month => [language, month] as const)))(
  'the names of the months are read in %s, %s',
  (language, month) => {
    for (const day of monthDays)
      for (const weekday of [undefined, 'long', 'short'] as const) {
        const text = day.toLocaleDateString(language, {
          timeZone: 'UTC',
          day: 'numeric',
          month,
          year: 'numeric',
          weekday,
        })
        expect([text, readDate(text, 'day')]).toEqual([text, day.toISOString().slice(0, 10)])
      }
  },
)

it.each([
  ['2026-12-29T09:05:00Z', '2026-12-29T09:05:00.000Z'],
  ['2026-12-29 09:05:00 UTC', '2026-12-29T09:05:00.000Z'],
  ['2026-12-29T09:05:00-05:00', '2026-12-29T14:05:00.000Z'],
  ['2026-12-29T09:05+0100', '2026-12-29T08:05:00.000Z'],
])('%s is an instant', (text, instant) => {
  expect(readZoned(text, 'day')?.toISOString()).toBe(instant)
})

it.each(['2026-12-29T09:05', '2026-13-29T09:05Z', '2026-12-29'])('%s is no instant', text => {
  expect(readZoned(text, 'day')).toBeNull()
})

it.each([
  ['31.02.2027', true],
  ['February 30, 2027', true],
  ['28.02.2027', false],
  ['tomorrow', false],
  ['45.02.2027', false],
])('that %s is a day that does not exist: %s', (text, isMissing) => {
  expect(isMissingDay(text, 'day')).toBe(isMissing)
})

it.each([
  ['29-Dec', '2027-12-29'],
  ['29 Dec', '2027-12-29'],
  ['Dec 29', '2027-12-29'],
  ['Tuesday, December 29', '2027-12-29'],
  ['29. Dezember', '2027-12-29'],
  ['29.12.', '2027-12-29'],
  ['29/12', '2027-12-29'],
])('"%s" has no year until one is chosen', (text, date) => {
  expect(isYearless(text, 'day')).toBe(true)
  expect(readDate(withYear(text, 'day', 2027), 'day')).toBe(date)
})

it.each(['29.12.2026', '46385', 'tomorrow', '', '29', '31.02.2027'])('"%s" lacks no year', text => {
  expect(isYearless(text, 'day')).toBe(false)
  expect(withYear(text, 'day', 2027)).toBe(text)
})

it.each([
  ['Tue, 29 Dec 2026 18:00:00 +0100', '2026-12-29T17:00:00.000Z'],
  ['29 Dec 2026 6 PM UTC+2', '2026-12-29T16:00:00.000Z'],
  ['Tue Dec 29 2026 18:00:00 GMT+0100 (Central European Standard Time)', '2026-12-29T17:00:00.000Z'],
  ['29.12.2026 18:00 GMT-05:30', '2026-12-29T23:30:00.000Z'],
  ['2026-12-29 24:00 UTC', '2026-12-30T00:00:00.000Z'],
])('"%s" is the instant %s', (text, instant) => {
  expect(readZoned(text, 'day')?.toISOString()).toBe(instant)
})

it.each(['29-12-2026', '2026-12-29', '2026-12-29 18:00', '2026-12-29 18:00 UTC+15', '29 Dec 2026 UTC'])(
  '"%s" names no instant',
  text => {
    expect(readZoned(text, 'day')).toBeNull()
  },
)

it.each([
  ['Monday, 29.12.2026', 1],
  ['Tuesday, 29.12.2026', null],
  ['Di, 29.12.2026', null],
  ['sábado, 29.12.2026', 6],
  ['mardi 29.12.2026', null],
  ['Sonnabend, 29.12.2026', 6],
  ['29.12.2026', null],
])('"%s" contradicts its weekday: %s', (text, day) => {
  expect(wrongWeekday(text, '2026-12-29')).toBe(day)
})

it('reads 0.30 as the column writes its other times', () => {
  expect(pointTimesOf(['0.30', '14.15'])).toBe('clock')
  expect(pointTimesOf(['0.30', '0.375'])).toBe('part_of_day')
  expect(pointTimesOf(['0.30', '0.45', ''])).toBeNull()
  expect([readTime('0.30', 'clock'), readTime('0.30', 'part_of_day')]).toEqual(['00:30', '07:12'])
})
