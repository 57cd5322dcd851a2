import { localOf } from '#domain/kernel/time.ts'
import { zone } from './time.ts'

/** From this time on, the day may end during a journey. */
const lastMinutes = '23:58'

/** Waits for the next day if this one is nearly over. */
export async function waitOutLastMinutes(): Promise<void> {
  while (localOf(new Date(), zone).time >= lastMinutes) await new Promise(resolve => setTimeout(resolve, 500))
}
