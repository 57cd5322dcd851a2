import { addDays } from '#domain/kernel/days.ts'
import { demoDay } from './time.ts'

/** Demo posts by their state: part of the text, and the day in the calendar counted from the demo's. */
export const demo = {
  problems: { text: 'A sale without the noise', day: 6 },
  draft: { text: 'Tasting calendar for people', day: 8 },
  live: { text: 'New on the shelf', day: -9 },
  waiting: { text: 'Slow evening', day: 2 },
  approved: { text: 'Open cupping', day: 1 },
}

export type DemoPost = (typeof demo)[keyof typeof demo]

/** The content list with the post near its top: of all posts those that other journeys plan for later come first. */
export const listOf = ({ day }: DemoPost) =>
  `content?start=${addDays(demoDay, day - 1)}&end=${addDays(demoDay, day + 1)}`

/** The calendar in the month of the post, whatever day the journey runs on. */
export const calendarOf = ({ day }: DemoPost, more = '') => `calendar?date=${addDays(demoDay, day)}${more}`
