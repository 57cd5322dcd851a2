import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { moveDatabaseClock } from '#server/platform/db/testing-clock.ts'
import { onDatabase } from './database.ts'
import { ownServer, type TestServer } from './test-servers.ts'

// The Galley under test, its database, its sandbox, its browser and the journeys themselves have one clock, which runs ahead of the
// machine's by what a file says (docs/decisions/0092-a-clock-for-tests.md).

/** Written at once: a process that reads a part of a number would be at another time. */
const write = (file: string, ahead: number): void => {
  const part = `${file}.${process.pid}`
  writeFileSync(part, String(ahead))
  renameSync(part, file)
}

/** The file with the milliseconds that a server's clock is ahead; made for the first caller that asks. */
export const clockFile = ({ dataDir }: TestServer): string => {
  const file = `${dataDir}.clock`
  if (!existsSync(file)) write(file, Number(process.env.TEST_CLOCK_AHEAD ?? 0))
  return file
}

/** Milliseconds that the clock of a server, by default this worker's, is ahead of the machine's. */
export const aheadMs = (server = ownServer()): number => Number(readFileSync(clockFile(server), 'utf8'))

/** The browsers whose windows follow. */
const browsers = new Set<Browser>()

/**
 * Moves the clock of everything that takes part: what is due by then happens now. Timers that a window has set do not move.
 * @throws with `E2E_URL`, whose clock is its own
 */
export async function moveClock(ms: number): Promise<void> {
  if (process.env.E2E_URL)
    throw new Error('Only the clock of a Galley that the journeys started can be moved')
  const ahead = aheadMs() + ms
  // The database first: a Galley that reads its clock in between would else follow the old one.
  await onDatabase(client => moveDatabaseClock(client, ahead))
  write(clockFile(ownServer()), ahead)
  for (const browser of browsers)
    for (const context of browser.contexts()) {
      await context.addInitScript(moveDate, ahead)
      for (const page of context.pages()) await page.evaluate(moveDate, ahead)
    }
}

/** Lets every window that this browser opens tell the time of the Galley under test. */
export function followClock(browser: Browser): void {
  browsers.add(browser)
  const open = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await open(options)
    const ahead = aheadMs()
    if (ahead !== 0) await context.addInitScript(moveDate, ahead)
    return context
  }
}

/** Runs in the window: its `Date` runs ahead. Done again, it starts from the browser's own once more. */
const moveDate = (ahead: number) => {
  const kept = window as { SystemDate?: DateConstructor }
  kept.SystemDate ??= Date
  const SystemDate = kept.SystemDate
  const now = () => SystemDate.now() + ahead
  const MovedDate: DateConstructor = new Proxy(SystemDate, {
    construct: (system, given, target) =>
      Reflect.construct(system, given.length === 0 ? [now()] : given, target === MovedDate ? system : target),
    apply: () => new MovedDate().toString(),
    get: (system, name) => (name === 'now' ? now : Reflect.get(system, name)),
  })
  SystemDate.prototype.constructor = MovedDate
  window.Date = MovedDate
}
