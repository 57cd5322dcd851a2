import { expect, type Page } from '@playwright/test'

/** From the approver's first page to the post with this text. */
export async function openToApprove(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'To approve' }).click()
  await openFromList(page, text)
}

/** From the list of posts to approve to the post with this text. */
export async function openFromList(page: Page, text: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Posts to approve' })
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByRole('link')
    .click()
  await expect(page.getByRole('region', { name: 'Post', exact: true }).getByText(text)).toBeVisible()
}

/** Approves with the button of this name. */
export async function approve(page: Page, button: string): Promise<void> {
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: button }).click()
  await expect(page.getByText('Post approved').last()).toBeVisible()
}

/** Looks at the networks whose content differs, as the button asks, and approves all. */
export async function approveAll(page: Page, count: number): Promise<void> {
  const decision = page.getByRole('region', { name: 'Decision' })
  const all = decision.getByRole('button', { name: `Approve all ${count}` })
  const look = decision.getByRole('button', { name: /^Look at .* first$/ })
  for (let looks = 0; looks < count; looks++) {
    await expect(all.or(look)).toBeEnabled()
    if (await all.isVisible()) break
    await look.click()
  }
  await approve(page, `Approve all ${count}`)
}

/** Asks for changes; `without`: networks that say the same, and are not sent back. */
export async function requestRevision(
  page: Page,
  {
    message,
    checklist,
    without = [],
  }: { message: string; checklist: readonly string[]; without?: readonly string[] },
): Promise<void> {
  await page
    .getByRole('region', { name: 'Decision' })
    .getByRole('button', { name: 'Request revision' })
    .click()
  const form = page.getByRole('form', { name: 'Request revision' })
  await form.getByLabel('What should be changed?').fill(message)
  for (const network of without) await form.getByRole('checkbox', { name: network }).uncheck()
  for (const item of checklist) {
    await form.getByLabel('Checklist item').fill(item)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await form.getByRole('button', { name: 'Request revision' }).click()
  await expect(page.getByText('Revision requested', { exact: true }).last()).toBeVisible()
}
