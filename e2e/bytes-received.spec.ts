import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import { kilobytes, listen, SETTLE_MS } from '../bench/browser/received.ts'
import { expect, storageOf, test } from './fixtures.ts'
import { demoPerson, demoProject, givenPost } from './given.ts'

/** A page, what shows that it is there, and the kilobytes of script and styles that it may receive in its first seconds. */
type Budget = {
  readonly role: Role | null
  readonly path: string
  readonly shows: (page: Page) => Locator
  readonly js: number
  readonly css: number
}

/** A little above what is reached (docs/decisions/0043-what-a-page-must-load.md). */
const budgets: readonly Budget[] = [
  { role: null, path: '/', shows: page => page.getByLabel('Email'), js: 92, css: 23 },
  {
    role: 'agency-admin',
    path: '/calendar',
    shows: page => page.getByRole('button', { name: 'Filters' }),
    // With the balance of campaigns, which comes with the counts.
    js: 226,
    css: 30,
  },
  {
    role: 'agency-admin',
    path: '/manage-post/facebook?postId={draft}',
    shows: page => page.getByRole('tab', { name: 'Approval' }),
    // With the campaign's field, links without parameters, what warns of another client's name, and phrases that catalogues translate.
    js: 360.5,
    css: 34,
  },
  {
    role: 'external-approver',
    path: '/approval',
    shows: page => page.getByRole('list', { name: 'Posts to approve' }).first(),
    js: 173,
    css: 24,
  },
  {
    role: 'external-approver',
    path: '/approval/facebook?postId=6',
    shows: page => page.getByRole('region', { name: 'Post', exact: true }),
    // With the difference of words that a client proposes.
    js: 205.5,
    css: 29,
  },
  {
    role: 'agency-admin',
    path: '/settings/general',
    shows: page => page.getByLabel('Project Name'),
    // With link parameters, and the hand-over of a client.
    js: 209,
    css: 28,
  },
]

/** What is loaded when the person first stirs, or after five seconds for those who only look, does not belong to the first ones. */
const onlyLook = () => {
  const later = window.setTimeout
  const inTime = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
    ms === 5000 ? 0 : later(work, ms, ...rest)
  Object.assign(window, { setTimeout: inTime })
  for (const sign of ['pointermove', 'focusin'])
    window.addEventListener(sign, event => event.stopImmediatePropagation(), { capture: true })
}

test('a browser receives no more script and styles for a page than its budget', async ({
  browser,
  galley,
}) => {
  // What is live is shown without an editor.
  const draft = String((await givenPost()).id)
  for (const { role, path: pattern, shows, js, css } of budgets) {
    const path = pattern.replace('{draft}', draft)
    await test.step(`${path} as ${role ?? 'a stranger'}`, async () => {
      const known = role && (await demoPerson(role))
      const context = await browser.newContext(known ? { storageState: storageOf(known) } : {})
      await context.addInitScript(onlyLook)
      const page = await context.newPage()
      const received = await listen(await context.newCDPSession(page))
      await page.goto(`${galley}${known ? `/${demoProject}` : ''}${path}`)
      await expect(shows(page)).toBeVisible()
      await sleep(SETTLE_MS)
      const scripts = kilobytes(received, 'js')
      expect(scripts, `${path} has come with its scripts`).toBeGreaterThan(80)
      const names = received.filter(({ kind }) => kind === 'js').map(({ url }) => url.split('/').pop())
      expect.soft(scripts, `kB of script for ${path}: ${names.join(', ')}`).toBeLessThanOrEqual(js)
      expect.soft(kilobytes(received, 'css'), `kB of styles for ${path}`).toBeLessThanOrEqual(css)
      await context.close()
    })
  }
})
