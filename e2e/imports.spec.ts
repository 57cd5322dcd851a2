import { readFile } from 'node:fs/promises'
import { addDays } from '#domain/kernel/days.ts'
import { archivedPost, archivedVersion, archiveZip } from '#testing/files/archives.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { cardOf } from './pages/calendar.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('a project is exported as a file and the export of another is imported as drafts, which are taken back', async ({
  openAs,
}, testInfo) => {
  const photo = testInfo.outputPath('beach.jpg')
  await writePhoto(photo)
  const project = await givenProject({ networks: ['facebook'] })
  await givenPost({ project, type: 'single_photo', files: [photo], message: 'The sea in June' })
  const page = await openAs('agency-admin', phone, `/${project}/settings/general`)

  const own = await test.step('the export is a zip file with the posts', async () => {
    const panel = page.getByRole('region', { name: 'Export' })
    await panel.getByRole('button', { name: 'Export project' }).click()
    const link = panel.getByRole('link', { name: /^Download \(/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await link.click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
    for (const name of ['project.json', 'media/']) expect(bytes.includes(name)).toBe(true)
    return bytes
  })

  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'cafe.zip', mimeType: 'application/zip', buffer })
  await test.step('the project would get its own posts a second time, and is told so', async () => {
    await page.goto(`/${project}/content/import`)
    await choose(own)
    await expect(page.getByRole('status').getByText('can be imported', { exact: false })).toBeVisible()
    await expect(page.getByText('it comes a second time', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Choose another file' }).click()
  })

  const date = addDays(today(), 131)
  await test.step('the export of another project becomes drafts', async () => {
    const schedules = [{ date, time: '10:00', timezone: 'Europe/Vienna', is_autoposting: true }]
    const post = (id: number, fields: object = {}) =>
      archivedPost(id, { versions: [archivedVersion({ message: `Moved ${id}` })], ...fields })
    await choose(archiveZip({ posts: [post(1, { schedules }), post(2)] }))
    await expect(page.getByText('2 posts of Café Lumière', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Import 2 posts' }).click()
    await expect(page.getByText('2 created')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/${project}/calendar?date=${date}&view=week`)
    await expect(cardOf(page, 'Moved 1')).toBeVisible()
    await page.goBack()
  })

  await test.step('they are taken back', async () => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByText('2 drafts deleted', { exact: false })).toBeVisible()
  })
})
