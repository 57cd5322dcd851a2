import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isLocalTime } from '#domain/kernel/time.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import {
  DEFAULT_LEAD_TIME_MINUTES,
  defaultScheduleTime,
  earliestPublishTime,
  isChangeBlocked,
  isOutsideLeadTime,
  isOverdue,
  leadTimeInWords,
  mustNotAutopost,
} from './timing.ts'

const now = new Date('2026-05-04T12:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('the lead time', () => {
  test.each([
    [-1, 240, false],
    [239, 240, false],
    [239.99, 240, false],
    [240, 240, true],
    [241, 240, true],
    [0, 0, true],
    [-1, 0, false],
    [30, 30, true],
  ])(
    'a time %d minutes ahead, with a lead time of %d minutes, may be chosen: %s',
    (minutes, lead, expected) => {
      expect(isOutsideLeadTime(inMinutes(minutes), now, lead)).toBe(expected)
    },
  )

  it('is four hours unless said otherwise', () => {
    expect(DEFAULT_LEAD_TIME_MINUTES).toBe(4 * 60)
    expect(earliestPublishTime(now).toISOString()).toBe('2026-05-04T16:00:00.000Z')
  })

  it('allows the earliest time, and not the minute before', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 10_000 }),
        (moment, lead) => {
          const earliest = earliestPublishTime(moment, lead)
          expect(earliest.getTime() % 60_000).toBe(0)
          expect(isOutsideLeadTime(earliest, moment, lead)).toBe(true)
          expect(isOutsideLeadTime(new Date(earliest.getTime() - 60_000), moment, lead)).toBe(false)
        },
      ),
    )
  })
})

describe('the block on changing a schedule', () => {
  test.each([
    ['more than four hours before', 240.1, true, false],
    ['four hours before', 240, true, true],
    ['a minute before', 1, true, true],
    ['at the publish time', 0, true, false],
    ['afterwards', -5, true, false],
    ['an hour before, without autoposting', 60, false, false],
  ])('%s', (_name, minutes, isAutoposting, expected) => {
    expect(isChangeBlocked({ datetime: inMinutes(minutes), is_autoposting: isAutoposting }, now)).toBe(
      expected,
    )
  })

  it('reads the time as it comes over the wire', () => {
    expect(isChangeBlocked({ datetime: '2026-05-04T15:00:00+02:00', is_autoposting: true }, now)).toBe(true)
    expect(() => isChangeBlocked({ datetime: '2026-05-04 15:00:00', is_autoposting: true }, now)).toThrow(
      RangeError,
    )
  })
})

test.each([
  [1, false],
  [-15, false],
  [-15.1, true],
  [-60, true],
])('a post due %d minutes from now is overdue: %s', (minutes, overdue) => {
  expect(isOverdue(inMinutes(minutes), now)).toBe(overdue)
})

describe('autoposting', () => {
  it('is forced off for instagram stories and media carousels, and for nothing else', () => {
    const forcedOff = socialNetworks.flatMap(network =>
      postTypes.filter(type => mustNotAutopost([network], type)).map(type => `${network} ${type}`),
    )
    expect(forcedOff).toEqual(['instagram media_carousel', 'instagram photo_story', 'instagram video_story'])
  })

  it('is forced off for all when one of the networks forces it', () => {
    expect(mustNotAutopost(['facebook', 'instagram'], 'photo_story')).toBe(true)
    expect(mustNotAutopost(['facebook'], 'photo_story')).toBe(false)
    expect(mustNotAutopost([], 'photo_story')).toBe(false)
  })
})

test('a new schedule starts at 11:00 PM', () => {
  expect(isLocalTime(defaultScheduleTime)).toBe(true)
  expect(defaultScheduleTime).toBe('23:00')
})

test.each([
  [240, '4 hours'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1, '1 minute'],
  [0, '0 minutes'],
])('a lead time of %d minutes is worded as %s', (minutes, words) => {
  expect(leadTimeInWords(minutes)).toBe(words)
})
