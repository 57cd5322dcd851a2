import type { Page } from '@playwright/test'
import type { Role } from '#domain/permissions/table.ts'
import type { DemoPost } from '../demo-posts.ts'
import { expect, phone, test } from '../fixtures.ts'
import { expectAccessible, widen } from './accessibility.ts'
import { cardOf } from './calendar.ts'

/** A screen in one of its states: who sees it, how they get there, and what shows that it is there. */
export type Screen = {
  readonly name: string
  readonly role: Role | 'nobody'
  /** The page of the project to start from; otherwise the person's first one. */
  readonly at?: string
  readonly open?: (page: Page) => Promise<void>
  readonly shows: (page: Page) => Promise<void>
  /** Opens it again in the wide window, where it is elsewhere and closed. */
  readonly reopen?: (page: Page) => Promise<void>
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
 * desktop.
 */
export function checkScreens(screens: readonly Screen[]): void {
  // No screen depends on another, so the workers share them.
  test.describe.configure({ mode: 'parallel' })
  for (const { name, role, at, open, shows, reopen } of screens)
    test(`${name}: axe finds nothing in either theme, on a phone or a desktop`, async ({
      openAs,
      browser,
      consoleErrors,
    }) => {
      const still = { ...phone, reducedMotion: 'reduce' } as const
      const signedOut = async () => {
        const page = await (await browser.newContext(still)).newPage()
        consoleErrors.watch(page)
        await page.goto('/')
        return page
      }
      const page = role === 'nobody' ? await signedOut() : await openAs(role, still, at)
      await open?.(page)
      await shows(page)
      await expectAccessible(page, 'phone')
      await widen(page)
      // What was tapped on the phone may lie under another thing now, whose hint would come.
      await page.mouse.move(0, 0)
      await reopen?.(page)
      await shows(page)
      await expectAccessible(page, 'desktop')
    })
}
