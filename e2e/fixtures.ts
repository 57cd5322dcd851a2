import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import { waitOutLastMinutes } from './avoid-midnight.ts'
import { signInAs } from './pages/login.ts'
import { ownServer } from './test-servers.ts'
import { throttle } from './throttle.ts'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>
/** Opens a window as a signed-in person with this role, on a page of the project or on their first one. */
type OpenAs = (role: Role, options?: BrowserContextOptions, path?: string) => Promise<Page>

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

/** Saved sessions: each role signs in once per worker, not in every journey. */
const sessions = new Map<Role, { readonly session: Session; readonly home: string }>()

export const test = base.extend<{
  avoidMidnight: undefined
  closeWindows: undefined
  galley: string
  consoleErrors: ConsoleErrors
  openAs: OpenAs
}>({
  browser: [
    async ({ browser }, use) => {
      throttle(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // Automatic: the day must not change during a journey.
  avoidMidnight: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      await waitOutLastMinutes()
      await use(undefined)
    },
    { auto: true, timeout: 200_000 },
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
    await use(async (role, options = {}, path) => {
      const known = sessions.get(role)
      const context = await browser.newContext({
        ...options,
        ...(known ? { storageState: known.session } : {}),
      })
      const page = await context.newPage()
      consoleErrors.watch(page)
      const on = (home: string) => (path === undefined ? home : home.replace(/\/[^/]+$/, `/${path}`))
      await page.goto(known ? on(known.home) : '/')
      if (known) return page
      await signInAs(page, role)
      await expect(page).toHaveURL(/\/\d+\/calendar/)
      const home = new URL(page.url()).pathname
      sessions.set(role, { session: await context.storageState(), home })
      if (path !== undefined) await page.goto(on(home))
      return page
    })
  },
})

export { expect } from '@playwright/test'

/** The id of the project that the window shows. */
export const projectOf = (page: Page): string => new URL(page.url()).pathname.split('/')[1] ?? ''
