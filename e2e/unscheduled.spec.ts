import type { Locator, Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('a draft without a schedule is dragged from the drawer to a day and back, and each is undone', async ({
  openAs,
}) => {
  const { message } = await givenPost()
  // The last day of this month's grid can be today, to which nothing can be moved.
  const page = await openAs('content-creator', {}, `calendar?date=${addDays(today(), 31)}`)
  await page.getByRole('button', { name: /^Unscheduled \(\d+\)$/ }).click()
  const drawer = page.getByRole('complementary', { name: 'Unscheduled' })
  const card = drawer.getByRole('listitem').filter({ hasText: message })
  const day = page.locator('[role="cell"][data-date]').last()
  const onDay = day.locator('[data-entry]', { hasText: message })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await day.scrollIntoViewIfNeeded()

  await test.step('to the last day on the screen, and undone', async () => {
    await drag(page, card, day)
    await expect(page.getByText('Post scheduled')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(onDay).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).toBeVisible()
    await expect(onDay).toHaveCount(0)
  })

  await test.step('back into the drawer, and undone', async () => {
    await drag(page, card, day)
    await expect(onDay).toBeVisible()
    await drag(page, onDay, drawer)
    await expect(page.getByText('Post unscheduled')).toBeVisible()
    await expect(card).toBeVisible()
    await expect(onDay).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(onDay).toBeVisible()
  })
})

/** Drags with the mouse, from where a card has no button to the middle of the target, in steps that the page follows. */
async function drag(page: Page, card: Locator, target: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('The card and its target are on the screen')
  const [x, y] = [from.x + from.width / 2, from.y + 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 60, y + 30, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + Math.min(to.height / 2, 200), { steps: 8 })
  await page.mouse.up()
}
