import type { Page } from '@playwright/test'
import { WRONG_POSTS, WRONG_WORD } from './world.ts'

/** Writes a post for the three usual networks with a photo, gives it a time and sends it for approval. */
export const newPost = async (page: Page, photo: string): Promise<string> => {
  await page.getByRole('button', { name: 'Create content', exact: true }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  const message = page.getByRole('textbox', { name: /^Message on/ })
  await message.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('The first batch of the winter blend is out of the drum.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photo or video' }).click()
  await (await chooser).setFiles(photo)
  await page.getByRole('list', { name: 'Media in order' }).getByRole('listitem').waitFor()
  await page.getByRole('group', { name: 'Schedule' }).getByLabel('Hours').click()
  await page.keyboard.type('10')
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor()
  await page.getByRole('button', { name: 'Send to approval' }).click()
  return send(page)
}

const send = async (page: Page): Promise<string> => {
  await page
    .getByRole('dialog', { name: 'Send to approval' })
    .getByRole('button', { name: 'Send', exact: true })
    .click()
  await page.getByText('Sent for approval', { exact: true }).waitFor()
  return ''
}

/** Finds the posts that have a slip and corrects all of them. @returns how many were corrected */
export const correctWord = async (page: Page): Promise<string> => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type(WRONG_WORD)
  await page.getByRole('button', { name: 'All posts with these words' }).click()
  await page.getByText(`${WRONG_POSTS} posts`, { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit \d+ posts$/ })
  await dialog.getByLabel('Replace with').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('grinder')
  await dialog.getByRole('button', { name: /^Replace in \d+ posts$/ }).click()
  return page.getByText(/^Replaced in/).innerText()
}

/** Reads what was asked for, changes the text and sends the post again, with both points ticked. */
export const answerRevision = async (page: Page, text: string): Promise<string> => {
  await page.getByRole('group', { name: new RegExp(text) }).click()
  await page.getByText('Two things, please.').waitFor()
  await page.getByRole('textbox', { name: /^Message on/ }).click()
  await page.keyboard.type(' From 9 to 17, until 6 January.')
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor()
  await page.getByRole('button', { name: 'Resend to approval' }).click()
  for (const point of ['From 9, not from 8', 'Name the holidays'])
    await page.getByRole('checkbox', { name: point, checked: true }).last().waitFor()
  await send(page)
  return page.getByText(/^\d of 2 done$/).innerText()
}
