import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'

/** A moment and a place at which tests have failed, or could: where a day, a month, a year or an offset changes. */
type TestClock = { readonly name: string; readonly instant: string; readonly zone: string }

/** All in the future: a browser drops at once a cookie that has expired by the machine's own clock. */
const clocks: readonly TestClock[] = [
  { name: 'a Friday evening', instant: '2028-11-24T20:30:00Z', zone: 'UTC' },
  { name: 'a Sunday', instant: '2028-11-26T12:00:00Z', zone: 'Europe/Berlin' },
  { name: '29 February at 5:00 UTC', instant: '2028-02-29T05:00:00Z', zone: 'UTC' },
  { name: '29 February, 14 hours ahead', instant: '2028-02-28T12:00:00Z', zone: 'Pacific/Kiritimati' },
  { name: '31 December at 23:58 UTC', instant: '2027-12-31T23:58:00Z', zone: 'UTC' },
  { name: '31 December, 11 hours behind', instant: '2028-01-01T06:00:00Z', zone: 'Pacific/Pago_Pago' },
  { name: 'the night that summer time begins', instant: '2028-03-26T00:50:00Z', zone: 'Europe/Berlin' },
  { name: 'the night that summer time ends', instant: '2028-10-29T00:50:00Z', zone: 'Europe/Berlin' },
  {
    name: 'a working day at 5:00 UTC, 11 hours behind',
    instant: '2028-06-06T05:00:00Z',
    zone: 'Pacific/Pago_Pago',
  },
  {
    name: 'a month’s last evening, 14 hours ahead',
    instant: '2028-04-30T23:58:00Z',
    zone: 'Pacific/Kiritimati',
  },
]

/**
 * What a run's programs must find in their environment so that they all begin at the same instant, in the same time zone: those of
 * `TEST_CLOCK` and `TZ`, or those that `TEST_SEED` chooses from the list above. Nothing without either, or where it was read before.
 */
export const clockEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const clock = env.TEST_CLOCK_AHEAD ? null : chosenClock(env)
  if (!clock) return {}
  const { name, instant, zone } = clock
  console.log(`The tests begin at ${instant} in ${zone}: ${name}`)
  return { TZ: zone, TEST_CLOCK_AHEAD: String(Date.parse(instant) - Date.now()) }
}

const chosenClock = ({ TEST_SEED, TEST_CLOCK, TZ = 'UTC' }: NodeJS.ProcessEnv): TestClock | null => {
  if (TEST_SEED) {
    const found = clocks[Number(TEST_SEED) % clocks.length]
    return found ? { ...found, name: `${found.name} (TEST_SEED=${TEST_SEED})` } : null
  }
  return TEST_CLOCK ? { name: 'as chosen', instant: TEST_CLOCK, zone: TZ } : null
}

/** Lets a program's tests begin at any of the moments above, unless one was requested. */
export const anyClock = ({ TEST_SEED, TEST_CLOCK }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  TEST_SEED || TEST_CLOCK ? {} : { TEST_SEED: String(randomInt(clocks.length)) }

/** Node's argument that lets a process follow the moved clock. */
export const movedDate = `--import=${resolve(import.meta.dirname, 'moved-date.ts')}`
