import type { Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import type { DemoPost } from '../demo-posts.ts'
import { addressOf, expect, phone, storageOf, test } from '../fixtures.ts'
import { demoPerson } from '../given.ts'
import { expectAccessible, looksAtAll, schemes, widen } from './accessibility.ts'
import { cardOf } from './calendar.ts'

/** A screen in one of its states: how one gets there, and what shows that it is there. */
export type Screen = {
  readonly name: string
  /**
   * With what else `npm test` looks at it, or at one like it: a file of journeys, or another screen of this file (`npm run check` knows
   * both). Then only `npm run test:all` does here.
   */
  readonly seenIn?: string
  /** The page of the project to start from; otherwise the person's first one. */
  readonly at?: string
  readonly open?: (page: Page) => Promise<void>
  readonly shows: (page: Page) => Promise<void>
  /** Opens it again in the wide window, where it is elsewhere and closed. */
  readonly reopen?: (page: Page) => Promise<void>
}

/** Screens that one person looks at, one after the other. */
export type Walk = {
  readonly name: string
  readonly role: Role | 'nobody'
  readonly screens: readonly Screen[]
}

export const expectVisible = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

export const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()

/** From the calendar to the post's own page. */
export async function openPost(page: Page, { text }: DemoPost): Promise<void> {
  await cardOf(page, text).getByRole('link').click()
  await expect(page).toHaveURL(/manage-post/)
  await expect(page.getByRole('main').getByText(text).last()).toBeVisible()
}

export const showsItem = (page: Page, { text }: DemoPost) =>
  expect(page.getByRole('region', { name: 'Post', exact: true }).getByText(text).first()).toBeVisible()

export async function openItem(page: Page, post: DemoPost): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: post.text }).getByRole('link').first().click()
  await showsItem(page, post)
}

/**
 * One load serves both widths: the screen is opened on a phone, where less fits, and then widened. Journeys open the same screens on a
 * desktop, so `npm test` widens only the first one of each walk. The screens of a walk share what the browser has loaded; each has a tab
 * of its own, and no screen depends on another.
 */
export function walkThrough({ name, role, screens }: Walk): void {
  const widths = looksAtAll ? 'on a phone and a desktop' : 'on a phone'
  test(`${name}: axe finds nothing in either theme, ${widths}`, async ({ browser, consoleErrors }) => {
    const still = { ...phone, reducedMotion: 'reduce' } as const
    const person = role === 'nobody' ? null : await demoPerson(role)
    const context = await browser.newContext({ ...still, ...(person && { storageState: storageOf(person) }) })
    const looked = screens.filter(({ seenIn }) => looksAtAll || seenIn === undefined)
    for (const [index, { name: screen, at, open, shows, reopen }] of looked.entries())
      await test.step(screen, async () => {
        const page = await context.newPage()
        consoleErrors.watch(page)
        await page.goto(role === 'nobody' ? `/${at ?? ''}` : addressOf(role, at))
        await open?.(page)
        await shows(page)
        await expectAccessible(page, `${screen}, phone`, schemes)
        if (looksAtAll || index === 0) {
          await widen(page)
          // What was tapped on the phone may lie under another thing now, whose hint would come.
          await page.mouse.move(0, 0)
          await reopen?.(page)
          await shows(page)
          await expectAccessible(page, `${screen}, desktop`, schemes)
        }
        await page.close()
      })
  })
}
