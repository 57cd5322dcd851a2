import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, phone, projectOf, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'

/** The page, and each of its lists, if something of it lies beyond the right edge. */
const cutAt = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('section[aria-label]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(element => element.getAttribute('aria-label')),
  )

test('a report is written, frozen, and read by a link until it is revoked', async ({
  openAs,
  browser,
  consoleErrors,
}) => {
  consoleErrors.expect(/404 \(Not Found\)/, 'the link is opened once more after it was revoked')
  const page = await openAs('content-creator')
  const goal = `Grow in the north ${crypto.randomUUID().slice(0, 8)}`
  await page.goto(`/${projectOf(page)}/reporting`)
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start a report' }).click()
  await page.getByRole('textbox', { name: 'What we set out to do' }).fill(goal)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'What we set out to do' })).toHaveValue(goal)
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/ \d{4}-\d{2}-01 to \d{4}-\d{2}-\d{2}\.pdf$/)
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = await page.getByRole('textbox', { name: 'Link to this report' }).inputValue()
  await expectAccessible(page)

  const client = await (await browser.newContext(phone)).newPage()
  await client.goto(url)
  await expect(client.getByText(goal)).toBeVisible()
  await expectAccessible(client)
  const [table] = await Promise.all([
    client.waitForEvent('download'),
    client.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(readFileSync(await table.path(), 'utf8')).toContain(goal)
  const [shared] = await Promise.all([
    client.waitForEvent('download'),
    client.getByRole('button', { name: 'PDF' }).click(),
  ])
  expect(
    readFileSync(await shared.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  // Between the margins of A4, in pixels of CSS.
  await client.setViewportSize({ width: 672, height: 1000 })
  await client.emulateMedia({ media: 'print' })
  const printed = await client.evaluate(() => document.documentElement.scrollWidth)
  expect(printed).toBeLessThanOrEqual(672)
  await client.emulateMedia({ media: 'screen' })
  for (const language of ['en', 'de', 'pl']) {
    await client.locator('select').selectOption(language)
    await expect(client.locator('html')).toHaveAttribute('lang', language)
    for (const width of [360, 390]) {
      await client.setViewportSize({ width, height: 844 })
      expect(await cutAt(client), `${language} at ${width}`).toEqual([])
    }
    await expectAccessible(client)
  }

  await page.getByRole('button', { name: 'Revoke all links' }).click()
  await page.getByRole('button', { name: 'Revoke all', exact: true }).click()
  await expect(page.getByText('Links revoked')).toBeVisible()
  await client.reload()
  await expect(client.getByRole('alert')).toHaveText(
    'This link no longer works. Ask your agency for a new one.',
  )
  await client.context().close()
})

test('a report is sent to a client, who reads it from the mail without signing in until their link is revoked', async ({
  openAs,
  browser,
  consoleErrors,
}) => {
  consoleErrors.expect(/404 \(Not Found\)/, 'the link is opened once more after it was revoked')
  const page = await openAs('content-creator')
  const mark = crypto.randomUUID().slice(0, 8)
  const email = `client-${mark}@client.example`
  await page.goto(`/${projectOf(page)}/reporting`)
  await page.getByRole('button', { name: 'Start a report' }).click()
  await page.getByRole('textbox', { name: 'What we set out to do' }).fill(`Grow in the south ${mark}`)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this report' })
  await dialog.getByRole('textbox', { name: 'Other email addresses' }).fill(email)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await dialog.getByRole('button', { name: 'Freeze and send to 1 person' }).click()
  await expect(page.getByText(`to ${email}. Anyone who has a link`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All reports' }).click()
  await expect(page.getByText(`to ${email} ·`)).toBeVisible()

  const mail = await mailTo(page.url(), email, /: report for /)
  const client = await (await browser.newContext(phone)).newPage()
  await client.goto(linkIn(mail, '/report'))
  await expect(client.getByText(`Grow in the south ${mark}`)).toBeVisible()
  await expectAccessible(client)

  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click()
  const link = page.getByRole('listitem').filter({ hasText: `Link for ${email}` })
  await expect(link).toContainText('last opened')
  await link.getByRole('button', { name: `Revoke the link for ${email}` }).click()
  await expectAccessible(page)
  const question = page.getByRole('dialog', { name: 'Revoke this link?' })
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Link revoked')).toBeVisible()
  await client.reload()
  await expect(client.getByRole('alert')).toHaveText(
    'This link no longer works. Ask your agency for a new one.',
  )
  await client.context().close()
})
