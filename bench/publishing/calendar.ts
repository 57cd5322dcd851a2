import { setTimeout as sleep } from 'node:timers/promises'
import { digits, median, quantile } from '../figures.ts'
import { fillMonth, monthAhead } from '../fill/month.ts'
import { calendarPath } from '../server/calendar.ts'
import { signInAs } from './sign-in.ts'
import { type Stand, withClient } from './stand.ts'

/** Opens a calendar of 1,500 posts ten times a second while something else is running. */
export type Calendar = { measure(): { stop(): Promise<Times> } }

/** How long the calls took, in milliseconds. */
export type Times = readonly number[]

export const describeTimes = (times: Times): string =>
  `p50 ${digits(median(times))} ms   p99 ${digits(quantile(times, 0.99))} ms   max ${digits(quantile(times, 1))} ms   (${times.length} calls)`

const P99_AIM = 2

/** How much slower the calendar was while posts went out. */
export const describeSlowdown = (idle: Times, during: Times): string => {
  const p99 = quantile(during, 0.99) / quantile(idle, 0.99)
  const p50 = median(during) / median(idle)
  const verdict = p99 <= P99_AIM ? '' : '   MISSED'
  return `p50 ${digits(p50)}×   p99 ${digits(p99)}×   aim: p99 ≤ ${P99_AIM}×${verdict}`
}

const EVERY_MS = 100

export const openCalendar = async (stand: Stand): Promise<Calendar> => {
  const month = monthAhead(new Date())
  const projectId = await withClient(stand, client => fillMonth(client, month))
  const token = await signInAs(stand, projectId, 'agency-admin')
  const url = (await stand.startWeb()) + calendarPath(projectId, month)
  const ask = async (): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the calendar answered ${answer.status}`)
    return performance.now() - begun
  }
  // A new process compiles code on its first calls.
  for (let n = 0; n < 30; n++) await ask()
  return { measure: () => measure(ask) }
}

const measure = (ask: () => Promise<number>) => {
  const taken: Promise<number>[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      taken.push(ask())
      await sleep(EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await asking
      return Promise.all(taken)
    },
  }
}
