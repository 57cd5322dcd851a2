import { addDays } from '#domain/kernel/days.ts'
import { demoDay } from './time.ts'

/** Demo posts by their state: part of the text, and the day in the calendar counted from the demo's. */
export const demo = {
  problems: { text: 'Black Friday without the noise', day: 6 },
  draft: { text: 'Advent calendar for people', day: 8 },
  live: { text: 'New on the shelf', day: -9 },
  waiting: { text: 'Slow Sunday', day: 2 },
  approved: { text: 'Saturday cupping', day: 1 },
}

export type DemoPost = (typeof demo)[keyof typeof demo]

/** The calendar in the month of the post, whatever day the journey runs on. */
export const calendarOf = ({ day }: DemoPost, more = '') => `calendar?date=${addDays(demoDay, day)}${more}`
