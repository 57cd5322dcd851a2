import { addDays } from '#domain/kernel/days.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { addPost, cardOf, createWithPlus } from './pages/calendar.ts'
import { setTime, shownTime, startPost, versionOf, write } from './pages/manage-post.ts'
import { emptyDay } from './time.ts'

test('a project’s usual times are given to its posts, and changed in place', async ({ openAs }, info) => {
  const page = await openAs('agency-admin')
  // Another journey uses the first empty day.
  const day = addDays(emptyDay(info.retry), 4)
  const text = `At its usual time, ${uniqueWord()}.`
  const projectId = 1

  await test.step('an admin adds a time for every day', async () => {
    await page.goto(`/${projectId}/settings`)
    const panel = page.getByRole('region', { name: 'Time slots' })
    await panel.getByLabel('Days').selectOption('Every day')
    await panel.getByLabel('Hours').fill('9')
    await panel.getByLabel('Minutes').fill(`3${info.retry}`)
    await panel.getByRole('button', { name: 'Add time' }).click()
    await expect(page.getByText('Settings updated')).toBeVisible()
    await expect(panel.getByText(`9:3${info.retry} AM`)).toHaveCount(7)
    await expectAccessible(page)
  })
  await test.step('the plus of a day schedules the new post at that time', async () => {
    await page.goto(`/${projectId}/calendar?date=${day}`)
    await createWithPlus(page, day)
    const plan = `For ${formatLocal({ date: day, time: '00:00' }, formats.day)}, 9:30 AM, Europe - Berlin time.`
    await expect(page.getByText(plan)).toBeVisible()
    await addPost(page, ['facebook'], 'Text')
    await expect.poll(() => shownTime(page)).toBe(`${day} 09:30 AM`)
    await write(page, 'facebook', text)
    await expect(versionOf(page, 'facebook')).toContainText('New')
    await expect(page.getByText('Not saved')).toHaveCount(0)
    await expect(page.getByText(/^Saved \d+:\d\d [AP]M Europe - Berlin$/)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('its time is changed in place, and by a slot in the modal', async () => {
    await setTime(page, '18:45')
    await page.reload()
    await expect.poll(() => shownTime(page)).toBe(`${day} 06:45 PM`)
    await page.getByRole('button', { name: 'Change Schedule' }).click()
    const modal = page.getByRole('dialog', { name: 'Reschedule post' })
    await modal.getByRole('button', { name: '9:30 AM' }).click()
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => shownTime(page)).toBe(`${day} 09:30 AM`)
  })
  await test.step('the modal has saved it as a draft, so that it is in the calendar', async () => {
    await expect(versionOf(page, 'facebook')).toContainText('Draft')
    await page.goto(`/${projectId}/calendar?date=${day}`)
    await expect(cardOf(page, text)).toBeVisible()
  })
  await test.step('a post without a day gets the next free slot with one click', async () => {
    await startPost(page, ['facebook'], 'text')
    await expect(page.getByText('Not scheduled yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Next free slot' }).click()
    // In the last four hours before it the time can no longer be changed, and its fields are gone: the preview has it at any hour.
    await expect(page.getByRole('article').getByText(/9:3\d AM/)).toBeVisible()
  })
  await test.step('the admin removes the times', async () => {
    await page.goto(`/${projectId}/settings`)
    const remove = page.getByRole('region', { name: 'Time slots' }).getByRole('button', { name: /^Remove / })
    await expect(remove).toHaveCount(7)
    for (let left = 7; left > 0; left--) {
      await remove.first().click()
      await expect(remove).toHaveCount(left - 1)
    }
  })
})
