import { expect, type Locator, type Page } from '@playwright/test'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '../names.ts'
import { isSameMonth, today } from '../time.ts'

/** The card of the post whose message contains this text. */
export const cardOf = (page: Page, text: string): Locator =>
  page.getByRole('group', { name: new RegExp(text) })

/** Creates content with a click on an empty day of the grid. */
export async function createOnDay(page: Page, date: LocalDate): Promise<void> {
  const day = page.locator(`[role="cell"][data-date="${date}"]`)
  if (!isSameMonth(date, today())) {
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page).toHaveURL(/date=/)
  }
  await day.click()
}

/** Creates content with the plus button of a visible day, which may already have posts. */
export async function createWithPlus(page: Page, date: LocalDate): Promise<void> {
  await page.locator(`[role="cell"][data-date="${date}"]`).hover()
  const day = formatLocal({ date, time: '00:00' }, formats.day)
  await page.getByRole('button', { name: `Create content on ${day}` }).click()
}

/** Fills in the Add Post modal: the networks and the type. */
export async function addPost(page: Page, networks: readonly SocialNetwork[], type: string): Promise<void> {
  const modal = page.getByRole('dialog', { name: 'Add Post' })
  await expect(modal.getByRole('checkbox').first()).toBeAttached()
  for (const network of socialNetworks) {
    const profile = modal.getByRole('checkbox', { name: networkNames[network] })
    if ((await profile.count()) === 0) continue
    const isWanted = networks.includes(network)
    // Those that the person used last are chosen already. The checkbox itself is hidden: people click on its label.
    if ((await profile.isChecked()) !== isWanted)
      await modal.locator('label', { has: page.getByRole('img', { name: networkNames[network] }) }).click()
    await expect(profile).toBeChecked({ checked: isWanted })
  }
  await modal.getByRole('radio', { name: type, exact: true }).click()
  await modal.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/manage-post\/\w+\?.*postId=\d+/)
}
