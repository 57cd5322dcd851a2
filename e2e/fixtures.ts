import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import { waitOutLastMinutes } from './avoid-midnight.ts'
import { signInAs } from './pages/login.ts'
import { ownServer } from './test-servers.ts'
import { throttle } from './throttle.ts'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>
/** Opens a window for a person who is signed in, on a page of the project or on their first one. */
type Enter = (role: Role, options?: BrowserContextOptions, path?: string) => Promise<Page>

/** Errors in the browser's console, and those that a journey expects, with the reason. */
type Troubles = {
  readonly watch: (page: Page) => void
  readonly expect: (text: RegExp, because: string) => void
}

/** A phone. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/** Saved sessions: each role signs in once per worker, not in every journey. */
const sessions = new Map<Role, { readonly session: Session; readonly home: string }>()

export const test = base.extend<{
  oneDay: undefined
  ownWindows: undefined
  galley: string
  troubles: Troubles
  enter: Enter
}>({
  browser: [
    async ({ browser }, use) => {
      throttle(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // Automatic: a journey's today must not be yesterday at its end.
  oneDay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      await waitOutLastMinutes()
      await use(undefined)
    },
    { auto: true, timeout: 200_000 },
  ],
  // Automatic: no window keeps listening and loading during the next journey.
  ownWindows: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  // A step that cannot be done fails there, not at the end of the journey; a slow machine must not fail it.
  actionTimeout: 30_000,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
  baseURL: async ({}, use) => use(ownServer().url),
  // The address of the server under test.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  galley: async ({}, use) => use(ownServer().url),
  // Automatic: a journey with unexpected errors in the console fails.
  troubles: [
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
  enter: async ({ browser, troubles }, use) => {
    await use(async (role, options = {}, path) => {
      const known = sessions.get(role)
      const context = await browser.newContext({
        ...options,
        ...(known ? { storageState: known.session } : {}),
      })
      const page = await context.newPage()
      troubles.watch(page)
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
