import { localOf } from '#domain/kernel/time.ts'
import { zone } from './time.ts'

/** A journey takes no longer than what is left of the day then. */
const lastMinutes = '23:58'

/** Waits for the next day where this one is nearly over. */
export async function passLastMinutes(): Promise<void> {
  while (localOf(new Date(), zone).time >= lastMinutes) await new Promise(resolve => setTimeout(resolve, 500))
}
