import { expect, type Page } from '@playwright/test'
import type { LocalDateTime } from '#domain/kernel/time.ts'
import { toTwelveHour } from '#domain/kernel/time-format.ts'

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Fills in the open schedule modal and confirms it. */
export async function chooseTime(
  page: Page,
  { date, time }: LocalDateTime,
  { autoposting = true, confirm = 'Yes' } = {},
): Promise<void> {
  const modal = page.getByRole('dialog', { name: /schedule post/i })
  const day = modal.getByRole('button', { name: dayName.format(new Date(`${date}T00:00:00Z`)), exact: true })
  // Its days load with it.
  await expect(modal.getByRole('button', { name: 'Next month' })).toBeVisible()
  // It opens on the month of the clicked day, which may be an adjacent one; months before the current one are not offered.
  if ((await day.count()) === 0) {
    const previous = modal.getByRole('button', { name: 'Previous month' })
    const next = modal.getByRole('button', { name: 'Next month' })
    await ((await previous.isEnabled()) ? previous : next).click()
  }
  await day.click()
  const { hours, minutes, period } = toTwelveHour(time)
  await modal.getByLabel('Hours').fill(hours)
  await modal.getByLabel('Minutes').fill(minutes)
  await modal.getByText(period, { exact: true }).click()
  await modal.getByRole('checkbox', { name: 'Autoposting' }).setChecked(autoposting)
  await modal.getByRole('button', { name: confirm, exact: true }).click()
  await expect(modal).toBeHidden()
}
