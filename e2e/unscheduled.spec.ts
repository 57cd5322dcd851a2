import type { Locator, Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startPost, waitUntilSaved, write } from './pages/manage-post.ts'

test('a draft without a schedule is dragged from the drawer to a day, and taken back by Undo', async ({
  openAs,
}) => {
  const text = `Waits for a day, ${uniqueWord()}.`
  const page = await openAs('content-creator')
  const colleague = await openAs('agency-admin', phone)
  const drawerButton = (window: typeof page) => window.getByRole('button', { name: /^Unscheduled \(\d+\)$/ })
  await expect(drawerButton(colleague)).toBeVisible()
  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', text)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await waitUntilSaved(page)
  const project = new URL(page.url()).pathname.split('/')[1]

  await test.step('a colleague’s open drawer shows it, with a button instead of dragging', async () => {
    await drawerButton(colleague).click()
    const sheet = colleague.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: text })).toBeVisible()
    await expectAccessible(colleague)
    await sheet.getByRole('button', { name: `Schedule ${text}` }).click()
    await expect(colleague.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible()
  })

  await page.goto(`/${project}/calendar`)
  await drawerButton(page).click()
  const drawer = page.getByRole('complementary', { name: 'Unscheduled' })
  const card = drawer.getByRole('listitem').filter({ hasText: text })
  await expect(card).toBeVisible()
  await expectAccessible(page)

  await test.step('it is dragged to the last day on the screen', async () => {
    const day = page.locator('[role="cell"][data-date]').last()
    const date = await day.getAttribute('data-date')
    await day.scrollIntoViewIfNeeded()
    const [from, to] = [await card.boundingBox(), await day.boundingBox()]
    if (!from || !to) throw new Error('The card and the day are on the screen')
    await page.mouse.move(from.x + 20, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(from.x - 60, from.y + 40, { steps: 4 })
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByText('Post scheduled')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(page.locator(`[role="cell"][data-date="${date}"]`).getByText(text)).toBeVisible()
  })

  await test.step('Undo brings it back into the drawer', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).toBeVisible()
    await expect(page.locator('[role="cell"]').getByText(text)).toHaveCount(0)
  })

  await test.step('it is dragged to a day, and back into the drawer', async () => {
    const day = page.locator('[role="cell"][data-date]').last()
    await day.scrollIntoViewIfNeeded()
    await drag(page, card, day)
    const onDay = day.locator('[data-entry]', { hasText: text })
    await expect(onDay).toBeVisible()
    await drag(page, onDay, drawer)
    await expect(page.getByText('Post unscheduled')).toBeVisible()
    await expect(card).toBeVisible()
    await expect(onDay).toHaveCount(0)
  })

  await test.step('Undo gives it its day back, and its menu takes it off again', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click()
    const onDay = page.locator('[role="cell"] [data-entry]', { hasText: text })
    await expect(onDay).toBeVisible()
    await onDay.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Unschedule' }).click()
    await expect(card).toBeVisible()
    await expect(onDay).toHaveCount(0)
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
