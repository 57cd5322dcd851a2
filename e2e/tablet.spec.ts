import { addDays } from '#domain/kernel/days.ts'
import { calendarOf, demo, listOf } from './demo-posts.ts'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { cardOf } from './pages/calendar.ts'
import { demoDay } from './time.ts'

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

test('at 1024 px the schedule of a post fits on one line', async ({ openAs }) => {
  const { project, path } = await givenPost({ at: { date: addDays(demoDay, 20), time: '09:00' } })
  const page = await openAs('agency-admin', { viewport: { width: 1024, height: 768 } }, `/${project}/${path}`)
  const schedule = page.getByRole('group', { name: 'Schedule' })
  const middleOf = async (label: string) => {
    const box = await schedule.getByLabel(label).boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  }
  await expect(schedule.getByLabel('Date')).toBeVisible()
  expect(Math.abs((await middleOf('Date')) - (await middleOf('Autoposting')))).toBeLessThan(8)
})
