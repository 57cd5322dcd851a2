import { calendarOf, demo, listOf } from './demo-posts.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'

for (const width of [834, 1024, 1210])
  test(`on a tablet of ${width} px nothing reaches beyond the screen, and a finger selects a card`, async ({
    openAs,
  }) => {
    const viewport = { width, height: 1024 }
    const page = await openAs(
      'agency-admin',
      { viewport, hasTouch: true, isMobile: true },
      listOf(demo.draft),
    )
    const expectToFit = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect(page.getByRole('row').filter({ hasText: demo.draft.text })).toBeVisible()
    await expectToFit()
    await page.goto(`/1/${calendarOf(demo.draft)}`)
    await cardOf(page, demo.draft.text).getByLabel('Select').tap()
    const bar = page.getByRole('region', { name: 'Selected posts' })
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    await expectToFit()
  })
