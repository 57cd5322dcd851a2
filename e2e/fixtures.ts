import './own-clock.ts'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import { followClock } from './clock.ts'
import { demoPerson, demoProject, type Person } from './given.ts'
import { ownServer } from './test-servers.ts'
import { throttle } from './throttle.ts'
import { passMidnight } from './time.ts'

/**
 * Opens a window as a signed-in person: one of the demo's by their role, or one that the journey was given. On this page of the demo's first
 * project, on the page with this address if it begins with a slash, or on the person's first page.
 */
export type OpenAs = (who: Role | Person, options?: BrowserContextOptions, path?: string) => Promise<Page>

/** Watches a page for console errors; `expect` allows an error that the journey causes, and says why. */
type ConsoleErrors = {
  readonly watch: (page: Page) => void
  readonly expect: (text: RegExp, because: string) => void
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/** What the browser stores of a session (`web/src/platform/token.ts`). */
export const storageOf = ({ session }: Person): BrowserContextOptions['storageState'] => {
  const value = { token: session.token, expiresAt: Date.now() + session.expires_in * 1000 }
  const localStorage = [{ name: 'galley-session', value: JSON.stringify(value) }]
  return { cookies: [], origins: [{ origin: ownServer().url, localStorage }] }
}

/** Where a person begins: on this page of the demo's first project, or at this address. */
export const addressOf = (who: Role | Person, path?: string): string => {
  if (path !== undefined) return path.startsWith('/') ? path : `/${demoProject}/${path}`
  if (typeof who !== 'string') return '/'
  return `/${demoProject}/${who.endsWith('approver') ? 'calendar-approval' : 'calendar'}`
}

export const test = base.extend<{
  passMidnight: undefined
  closeWindows: undefined
  galley: string
  consoleErrors: ConsoleErrors
  openAs: OpenAs
}>({
  browser: [
    async ({ browser }, use) => {
      throttle(browser)
      followClock(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // Automatic: the day must not change during a journey.
  passMidnight: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      await passMidnight()
      await use(undefined)
    },
    { auto: true },
  ],
  // Automatic: no window keeps listening and loading during the next journey.
  closeWindows: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  // A step that cannot be done fails after this time instead of at the journey's own timeout; a slow machine needs less.
  actionTimeout: 30_000,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
  baseURL: async ({}, use) => use(ownServer().url),
  // The address of the server under test.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  galley: async ({}, use) => use(ownServer().url),
  // Automatic: a journey with unexpected errors in the console fails.
  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const found: string[] = []
      const expected: RegExp[] = []
      await use({
        watch: page => {
          page.on('pageerror', error => found.push(String(error)))
          page.on('console', message => {
            if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
          })
        },
        expect: (text, because) => {
          expect(because, 'an expected console error has a reason').not.toBe('')
          expected.push(text)
        },
      })
      expect(
        found.filter(text => !expected.some(pattern => pattern.test(text))),
        'the browser console has no errors',
      ).toEqual([])
    },
    { auto: true },
  ],
  openAs: async ({ browser, consoleErrors }, use) => {
    await use(async (who, options = {}, path) => {
      const person = typeof who === 'string' ? await demoPerson(who) : who
      const context = await browser.newContext({ ...options, storageState: storageOf(person) })
      const page = await context.newPage()
      consoleErrors.watch(page)
      await page.goto(addressOf(who, path))
      return page
    })
  },
})

export { expect } from '@playwright/test'

/** The id of the project that the window shows. */
export const projectOf = (page: Page): string => new URL(page.url()).pathname.split('/')[1] ?? ''
