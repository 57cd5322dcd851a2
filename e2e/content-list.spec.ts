import { readFile } from 'node:fs/promises'
import { localOf } from '#domain/kernel/time.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startPost, waitUntilSaved, write } from './pages/manage-post.ts'
import { chooseTime } from './pages/schedule-modal.ts'

test('a draft without a schedule is found in the list, saved in a view, scheduled there and opened', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  const word = uniqueWord()
  const text = `An idea for later, ${word}.`
  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', text)
  await waitUntilSaved(page)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/calendar/)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Content' }).click()
  // The calendar that is being left has a button of this name.
  await page.getByRole('radiogroup', { name: 'Which posts' }).getByText('Unscheduled').click()
  const row = page.getByRole('row').filter({ hasText: text })
  await expect(row).toContainText('schedule is absent')
  await expect(row).toContainText('Today')
  await expectAccessible(page)

  const name = `Ideas ${uniqueWord()}`
  await test.step('the view follows the person to another window', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('textbox', { name: 'Save this view as' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`Saved as “${name}”`)).toBeVisible()
    const other = await openAs('content-creator', phone, 'content')
    await other.getByRole('button', { name: 'Views' }).click()
    await other.getByRole('button', { name, exact: true }).click()
    await expect(other).toHaveURL(/span=unscheduled/)
    await expect(other.getByRole('row').filter({ hasText: text })).toBeVisible()
    await expectAccessible(other)
    await other.close()
  })

  await test.step('a change elsewhere appears, and the row leaves the list once it has a time', async () => {
    const other = await openAs('content-creator', {}, `content?span=all&q=${word}`)
    await page.getByRole('button', { name: `Actions: ${text.slice(0, 60)}` }).click()
    await page.getByRole('menuitem', { name: 'Change Schedule' }).click()
    await chooseTime(page, localOf(new Date(Date.now() + 20 * 86_400_000), 'Europe/Berlin'))
    await expect(row).toHaveCount(0)
    await page.getByRole('radiogroup', { name: 'Which posts' }).getByText('All').click()
    // Posts that other journeys plan for later stand above it.
    await page.getByRole('searchbox', { name: 'Search content' }).fill(word)
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('schedule is absent')
    await expect(other.getByRole('row').filter({ hasText: text })).not.toContainText('schedule is absent')
    await other.close()
  })

  await row.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 Selected')).toBeVisible()
  await test.step('a word of it is replaced from the list, and brought back', async () => {
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 1 post' })
    await dialog.getByLabel('Find').fill('idea')
    await dialog.getByLabel('Replace with').fill('offer')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    await dialog.getByRole('button', { name: 'Replace in 1 post' }).click()
    await expect(page.getByRole('row').filter({ hasText: text.replace('idea', 'offer') })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  })
  await row.focus()
  await row.press('Enter')
  await expect(page).toHaveURL(/manage-post\/facebook\?postId=/)
})

test('what the list shows is exported, and nothing is made of it when it is imported again', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  const text = `=Formula, "quoted" ${uniqueWord()}`
  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', text)
  await waitUntilSaved(page)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/calendar/)
  const project = new URL(page.url()).pathname.split('/')[1]
  await page.goto(`/${project}/content?span=unscheduled&q=${encodeURIComponent(text.slice(-8))}`)
  await expect(page.getByRole('row').filter({ hasText: text })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const table = await readFile(await (await saved).path(), 'utf8')
  expect(table).toMatch(/^\ufeffID,Networks,Post type,/)
  expect(table).toContain(`"'${text.replaceAll('"', '""')}"`)

  await page.getByRole('link', { name: 'Import' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: /^Import/ }).click()
  await expect(page.getByText('1 unchanged')).toBeVisible()
})
