import { describe, expect, it, test } from 'vitest'
import {
  inWeekOrder,
  slotsBeside,
  TIME_SLOTS_MAX,
  type TimeSlot,
  timeSlotsProblem,
  timeSlotText,
} from './time-slots.ts'

const nine: TimeSlot = { weekday: 1, social_network: null, time: '09:00' }
const nineOnFacebook: TimeSlot = { ...nine, social_network: 'facebook' }
const many = (count: number): TimeSlot[] =>
  Array.from({ length: count }, (_, index) => ({
    weekday: 2,
    social_network: null,
    time: `${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`,
  }))

describe('a list of time slots', () => {
  test.each([
    ['no slot at all', [], null],
    ['a slot for all networks beside one for Facebook at the same time', [nine, nineOnFacebook], null],
    ['as many as there may be', many(TIME_SLOTS_MAX), null],
    ['one more', many(TIME_SLOTS_MAX + 1), 'A project has 200 time slots at most. These are 201.'],
    ['a repeat', [nine, nineOnFacebook, nine], 'Monday, 9:00 AM, all networks is in the list twice.'],
    ['a time that does not exist', [{ ...nine, time: '25:99' }], '“25:99” is not a time of day.'],
  ])('with %s', (_, slots, problem) => {
    expect(timeSlotsProblem(slots)).toBe(problem)
  })

  it('is sorted by day, time and network', () => {
    const sunday: TimeSlot = { weekday: 7, social_network: null, time: '08:00' }
    const ten: TimeSlot = { ...nine, time: '10:00' }
    expect(inWeekOrder([sunday, ten, nineOnFacebook, nine])).toEqual([nine, nineOnFacebook, ten, sunday])
  })

  it('is compared slot by slot', () => {
    expect(slotsBeside([nine, nineOnFacebook], [{ ...nine }])).toEqual([nineOnFacebook])
  })
})

test('a slot is worded with its day, time and network', () => {
  expect(timeSlotText({ weekday: 5, social_network: 'linkedin', time: '17:30' })).toBe(
    'Friday, 5:30 PM, LinkedIn',
  )
})
