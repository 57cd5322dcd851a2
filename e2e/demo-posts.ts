import { addDays } from '#domain/kernel/days.ts'
import { demoDay } from './time.ts'

/** Demo posts by a part of their text and the day they stand on, each in the state that it is looked at for. */
export const demo = {
  problems: { text: 'Black Friday without the noise', day: 6 },
  draft: { text: 'Advent calendar for people', day: 8 },
  live: { text: 'New on the shelf', day: -9 },
  waiting: { text: 'Slow Sunday', day: 2 },
  approved: { text: 'Saturday cupping', day: 1 },
}

export type DemoPost = (typeof demo)[keyof typeof demo]

/** The calendar where the post stands in it, whatever day the journey is made on. */
export const calendarOf = ({ day }: DemoPost, more = '') => `calendar?date=${addDays(demoDay, day)}${more}`
