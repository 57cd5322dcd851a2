import { expect, type Locator, type Page } from '@playwright/test'
import { networkNames } from '../names.ts'

type Network = keyof typeof networkNames

const messageOn = (page: Page, network: Network): Locator =>
  page.getByRole('textbox', { name: `Message on ${networkNames[network]}` })

/** The small preview of a network on the left, with its badge. */
export const versionOf = (page: Page, network: Network): Locator =>
  page.getByRole('navigation', { name: 'Networks' }).getByRole('button', { name: networkNames[network] })

/** Replaces the text of a network's version and waits until it is on the server. */
export async function write(page: Page, network: Network, text: string): Promise<void> {
  await versionOf(page, network).click()
  const editor = messageOn(page, network)
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await expect(editor).toHaveText(text)
  await waitUntilSaved(page)
}

export const waitUntilSaved = (page: Page): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: /^Saved \d/ })).toBeVisible()

/** Chooses a file from disk in the system's dialog. */
export async function addPhoto(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photo or video' }).click()
  await (await chooser).setFiles(path)
  await expect(page.getByRole('list', { name: 'Media in order' }).locator('img')).toBeVisible()
  await waitUntilSaved(page)
}

export async function copyToOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy content to other SM' }).click()
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to copy the content to other socials?',
  })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Content copied')).toBeVisible()
}

/** Looks at the version as its public will, wide and on a phone. */
export async function lookAtPreview(page: Page, network: Network, text: string): Promise<void> {
  await versionOf(page, network).click()
  await choose(page, 'Mode', 'Preview')
  for (const view of ['Desktop', 'Mobile']) {
    await choose(page, 'View', view)
    const main = page.getByRole('main')
    await expect(main.getByText(text).last()).toBeVisible()
    await expect(messageOn(page, network)).toBeHidden()
    await expect.poll(() => loadedImages(main)).toBeGreaterThan(0)
  }
  await choose(page, 'Mode', 'Edit')
}

const choose = (page: Page, group: string, label: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click()

/** How many of the larger pictures within have arrived. */
const loadedImages = (within: Locator): Promise<number> =>
  within
    .locator('img')
    .evaluateAll(images => images.filter(image => (image as HTMLImageElement).naturalWidth >= 300).length)

/** Send to approval or Resend to approval; `approver`: the one who has to decide. */
export async function sendToApproval(page: Page, button: string, approver?: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const modal = page.getByRole('dialog', { name: 'Send to approval' })
  if (approver !== undefined) {
    await modal.getByRole('combobox', { name: 'Agency role' }).click()
    await page.getByRole('option', { name: approver }).click()
    await page.keyboard.press('Escape')
  }
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent for approval', { exact: true })).toBeVisible()
}

/** What stands behind the three dots. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name: item }).click()
}
