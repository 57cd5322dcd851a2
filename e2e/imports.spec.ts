import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { archivedPost, archivedVersion, archiveZip } from '#testing/files/archives.ts'
import { zip } from '#testing/files/workbooks.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { cardOf } from './pages/calendar.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

const importPage = (page: Page) =>
  page.goto(`${new URL(page.url()).pathname.split('/').slice(0, 2).join('/')}/content/import`)

const chooseTable = (page: Page, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** A month's plan of 30 rows, three of which cannot be imported. */
const planOf = (word: string, date: string): string => {
  const rows = Array.from({ length: 30 }, (_, n) => {
    const network = n === 4 ? 'myspace' : 'facebook'
    const day = n === 11 ? '31.31.2026' : date
    const text = n === 20 ? '' : `Planned ${n + 1} ${word}`
    return `${network};${text};${day};21:00`
  })
  return ['Channel;Caption;Publish date;Time', ...rows].join('\n')
}

test('a plan of 30 rows with three problems is imported without them, and sent for approval', async ({
  openAs,
}) => {
  const page = await openAs('agency-admin')
  const word = uniqueWord()
  await importPage(page)
  await chooseTable(page, planOf(word, addDays(today(), 130)))
  await expect(page.getByRole('status').getByText('27 of 30 rows can be imported')).toBeVisible()
  await expect(page.getByText('"myspace" is not a network', { exact: false })).toBeVisible()
  await expect(page.getByText('31.31.2026', { exact: false })).toBeVisible()
  await expect(page.getByText('The post is empty', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import only the 27 rows without problems' }).click()
  await expect(page.getByText('27 created · 3 left out')).toBeVisible()
  await expectAccessible(page)

  await test.step('a reload shows the result again', async () => {
    await page.reload()
    await expect(page.getByText('27 created · 3 left out')).toBeVisible()
  })

  await test.step('one of the posts is sent for approval from its link', async () => {
    await page
      .getByRole('row', { name: new RegExp(`Planned 2 ${word}`) })
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(/manage-post\/facebook\?postId=\d+/)
    await expect(page.getByText(`Planned 2 ${word}`).first()).toBeVisible()
    await page.getByRole('button', { name: 'Send to approval' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Sent for Approval').first()).toBeVisible()
    await page.goBack()
  })

  await test.step('the others are taken back; the one that was sent stays', async () => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByText('26 drafts deleted, 1 kept', { exact: false })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the calendar' }).click()
    await expect(page).toHaveURL(/calendar/)
    await page.goto(`${page.url().split('?')[0]}?date=${addDays(today(), 130)}&view=week`)
    await expect(cardOf(page, `Planned 2 ${word}`)).toBeVisible()
    await expect(cardOf(page, `Planned 3 ${word}`)).toHaveCount(0)
  })
})

test('on a phone a table is imported, and a repeated row is recognized by its ID', async ({ openAs }) => {
  const page = await openAs('content-creator', phone)
  const word = uniqueWord()
  const table = (text: string) => `ID,Networks,Message\n${word},facebook,${text} ${word}\n`
  await importPage(page)
  await expect(page.getByRole('heading', { name: 'Import posts' })).toBeVisible()
  await expectAccessible(page)
  await chooseTable(page, table('First words'))
  await expect(page.getByText('The row can be imported')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created')).toBeVisible()
  for (const [text, result] of [
    ['First words', '1 unchanged'],
    ['Other words', '1 updated'],
  ] as const) {
    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseTable(page, table(text))
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText(result)).toBeVisible()
  }
})

test('a table in another encoding is read right once that is chosen by its words', async ({ openAs }) => {
  const page = await openAs('content-creator')
  const word = uniqueWord()
  await importPage(page)
  // "Zażółć" as a program in Central Europe saves it.
  const buffer = Buffer.from(`Networks;Message\nfacebook;Za\xbf\xf3\xb3\xe6 ${word}\n`, 'latin1')
  await page.locator('input[type=file]').setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('Words of the file: Za¿ó³æ')).toBeVisible()
  await expect(page.getByRole('cell', { name: `Za¿ó³æ ${word}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Encoding of the file' }).click()
  await page.getByRole('option', { name: /Windows-1250.*Zażółć/ }).click()
  await expect(page.getByRole('cell', { name: `Zażółć ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created')).toBeVisible()
  await page.getByRole('link', { name: 'Created' }).click()
  await expect(page.getByText(`Zażółć ${word}`).first()).toBeVisible()
})

test('pictures come from a zip file that the table names files of', async ({
  openAs,
  consoleErrors,
}, testInfo) => {
  consoleErrors.expect(/status of 422 .*\/pictures/, 'a file that is no zip file is refused')
  const page = await openAs('agency-admin')
  const word = uniqueWord()
  const photo = testInfo.outputPath('beach.jpg')
  await writePhoto(photo)
  await importPage(page)
  await chooseTable(page, `Networks;Message;Pictures\nfacebook;Sea ${word};Beach day.jpg\n`)
  await expect(page.getByText('add a zip file that has it', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const addZip = (content: Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'summer.zip', mimeType: 'application/zip', buffer: content })
  await addZip(Buffer.from('no zip file'))
  await expect(page.getByText('This file could not be read as a zip file.')).toBeVisible()
  await addZip(zip([{ name: 'Summer/beach day.jpg', content: await readFile(photo) }]))
  await expect(page.getByText('summer.zip: 1 file')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 created')).toBeVisible()
  await page.getByRole('link', { name: 'Created' }).click()
  await expect(page.getByText(`Sea ${word}`).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo' }).first()).toBeVisible()
})

test('the export of a project is imported as drafts, and taken back', async ({ openAs, consoleErrors }) => {
  consoleErrors.expect(/status of 422 .*\/imports\/archive/, 'a zip file that is no export is refused')
  const page = await openAs('agency-admin')
  const word = uniqueWord()
  const project = new URL(page.url()).pathname.split('/').slice(0, 2).join('/')

  const own = await test.step('a project exports itself', async () => {
    await page.goto(`${project}/settings/general`)
    const panel = page.getByRole('region', { name: 'Export' })
    await panel.getByRole('button', { name: /^Export (project|again)$/ }).click()
    const link = panel.getByRole('link', { name: /^Download \(/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const downloading = page.waitForEvent('download')
    await link.click()
    return (await downloading).path()
  })

  await importPage(page)
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'cafe.zip', mimeType: 'application/zip', buffer })
  await test.step('another zip file is refused in words', async () => {
    await choose(zip([{ name: 'a.txt', content: 'x' }]))
    await expect(page.getByText('This is not an export of a Galley project.', { exact: false })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the project would get its own posts a second time, and is told so', async () => {
    await choose(await readFile(own))
    await expect(page.getByRole('status').getByText('posts can be imported', { exact: false })).toBeVisible()
    await expect(page.getByText('it comes a second time', { exact: false }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose another file' }).click()
  })

  const date = addDays(today(), 131)
  const schedules = [{ date, time: '10:00', timezone: 'Europe/Vienna', is_autoposting: true }]
  const post = (id: number, fields: object = {}) =>
    archivedPost(id, { versions: [archivedVersion({ message: `Moved ${id} ${word}` })], ...fields })
  // An ID that no other run has: what was imported before would be left alone.
  const created_at = new Date().toISOString()
  await choose(archiveZip({ posts: [post(1, { created_at, schedules }), post(2, { created_at })] }))
  await expect(page.getByText('2 posts of Café Lumière', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 posts' }).click()
  await expect(page.getByText('2 created')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${project}/calendar?date=${date}&view=week`)
  await expect(cardOf(page, `Moved 1 ${word}`)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 drafts deleted', { exact: false })).toBeVisible()
})
