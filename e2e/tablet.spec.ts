import { calendarOf, demo, listOf } from './demo-posts.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'

test('on a tablet nothing reaches beyond the screen, and a finger selects a card', async ({ openAs }) => {
  const page = await openAs(
    'agency-admin',
    { viewport: { width: 834, height: 1024 }, hasTouch: true, isMobile: true },
    listOf(demo.draft),
  )
  const widths = [834, 1024, 1210]
  const expectToFit = async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1024 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
  await expect(page.getByRole('row').filter({ hasText: demo.draft.text })).toBeVisible()
  await expectToFit()
  await page.goto(`/1/${calendarOf(demo.draft)}`)
  await cardOf(page, demo.draft.text).getByLabel('Select').tap()
  const remove = page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'Delete' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1024 })
    await expect(remove).toBeInViewport({ ratio: 1 })
  }
  await expectToFit()
})
