import { expect, type Locator, type Page } from '@playwright/test'
import type { LocalTime } from '#domain/kernel/time.ts'
import { toTwelveHour } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '../names.ts'

const messageOn = (page: Page, network: SocialNetwork): Locator =>
  page.getByRole('textbox', { name: `Message on ${networkNames[network]}` })

/** The small preview of a network on the left, with its badge. */
export const versionOf = (page: Page, network: SocialNetwork): Locator =>
  page.getByRole('navigation', { name: 'Networks' }).getByRole('button', { name: networkNames[network] })

/** Replaces the text of a network's version, and of all that follow the shared text with it, and waits until it is saved. */
export async function write(page: Page, network: SocialNetwork, text: string): Promise<void> {
  await versionOf(page, network).click()
  const editor = messageOn(page, network)
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await expect(editor).toHaveText(text)
  await waitUntilSaved(page)
}

/** Gives a network's version a text of its own. */
export async function adapt(page: Page, network: SocialNetwork): Promise<void> {
  await versionOf(page, network).click()
  await page.getByRole('button', { name: `Adapt ${networkNames[network]}` }).click()
  await expect(versionOf(page, network)).toContainText('Adapted')
}

/** Fast keystrokes reach the page in batches (docs/decisions/0036-after-a-key.md): until then it still shows the save before them. */
const KEYS_BATCHED_MS = 150

export const waitUntilSaved = async (page: Page): Promise<void> => {
  await page.waitForTimeout(KEYS_BATCHED_MS)
  await expect(page.getByRole('status').filter({ hasText: /^Saved \d/ })).toBeVisible()
}

/** Opens the page of a new post for these networks, as a link would. */
export async function startPost(page: Page, networks: readonly SocialNetwork[], type: string): Promise<void> {
  const { pathname } = new URL(page.url())
  const query = `socials=${networks.join(',')}&type=${type}`
  await page.goto(`/${pathname.split('/')[1]}/manage-post/${networks[0]}?${query}`)
  await expect(page).toHaveURL(/postId=\d+/)
}

/** Chooses files from disk in the file dialog that the button opens. */
export async function chooseFiles(page: Page, button: Locator, paths: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(paths)
}

/** Adds files to the visible version and waits until they are uploaded. */
export async function addFiles(page: Page, ...paths: string[]): Promise<void> {
  await chooseFiles(page, page.getByRole('button', { name: /^Add (photo or video|a file|more)$/ }), paths)
  const items = page.getByRole('list', { name: 'Media in order' }).getByRole('listitem')
  await expect(items).toHaveCount(paths.length, { timeout: 20_000 })
  await waitUntilSaved(page)
}

/** Writes the pictures' alternative texts, by file name. */
export async function describePictures(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const picture = page.getByRole('dialog')
    await picture.getByLabel('Alternative text').fill(text)
    await picture.getByRole('button', { name: 'Close' }).click()
  }
  await waitUntilSaved(page)
}

export async function addFirstComment(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add first comment' }).click()
  await page.getByRole('textbox', { name: 'First comment' }).fill(text)
  await waitUntilSaved(page)
}

/** Writes one card of a link carousel, counted from 0: the main link card is the first. */
export async function writeCard(
  page: Page,
  index: number,
  card: { link: string; name: string; description: string; picture?: string },
): Promise<void> {
  const form = page.getByRole('region', { name: 'Link cards' }).getByRole('listitem').nth(index)
  const head = form
    .getByRole('button', { name: index === 0 ? /^Main link card/ : `Card ${index + 1}` })
    .first()
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await form.getByRole('textbox', { name: 'Link' }).fill(card.link)
  await form.getByLabel('Name').fill(card.name)
  await form.getByLabel('Description').fill(card.description)
  await form.getByLabel('Description').blur()
  if (card.picture !== undefined) {
    await chooseFiles(page, form.getByRole('button', { name: /^Choose: Picture of/ }), card.picture)
    await expect(form.getByRole('img', { name: /^Picture of/ })).toBeVisible()
  }
}

/** Publishes at once regardless of approval, as admins may. */
export async function publishNow(page: Page): Promise<void> {
  await chooseMore(page, 'Publish now')
  await page
    .getByRole('dialog', { name: 'Publish now?' })
    .getByRole('button', { name: 'Publish now' })
    .click()
}

const progressOf = (page: Page): Locator => page.getByRole('region', { name: 'Publishing' })

/** The result of publishing, in one line: "Published", "3 of 4 published". */
export const expectResult = (page: Page, text: string): Promise<void> =>
  expect(progressOf(page).getByRole('status')).toHaveText(text, { timeout: 60_000 })

/** The result on one network. */
export const resultOn = (page: Page, network: SocialNetwork): Locator =>
  progressOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(networkNames[network], { exact: true }) })

export async function copyToOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy content to other SM' }).click()
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to copy the content to other socials?',
  })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Content copied')).toBeVisible()
}

/** Checks the version's preview, wide and on a phone. */
export async function checkPreview(page: Page, network: SocialNetwork, text: string): Promise<void> {
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

/** How many of the larger pictures inside have loaded. */
const loadedImages = (within: Locator): Promise<number> =>
  within
    .locator('img')
    .evaluateAll(images => images.filter(image => (image as HTMLImageElement).naturalWidth >= 300).length)

/** Send to approval or Resend to approval; `approver` is the only person chosen to decide. */
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

/** An entry of the three-dot menu. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name: item }).click()
}

const scheduleOf = (page: Page): Locator => page.getByRole('group', { name: 'Schedule' })

/** Changes the time above the post, and whether it is published by itself, and waits until that is saved. */
export async function setTime(
  page: Page,
  time: LocalTime,
  { autoposting = true }: { autoposting?: boolean } = {},
): Promise<void> {
  const { hours, minutes, period } = toTwelveHour(time)
  const fields = scheduleOf(page)
  // On a slow machine a part of the change may be saved by itself.
  const saved = page.waitForResponse(answer => {
    if (!answer.url().includes('/posts/schedules/') || !answer.ok()) return false
    const sent = answer.request().postDataJSON()
    return sent?.time === time && sent.is_autoposting === autoposting
  })
  await fields.getByLabel('Hours').fill(hours)
  await fields.getByLabel('Minutes').fill(minutes)
  await fields.getByText(period, { exact: true }).click()
  await fields.getByRole('checkbox', { name: 'Autoposting' }).setChecked(autoposting)
  await saved
}
