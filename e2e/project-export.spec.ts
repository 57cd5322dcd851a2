import { readFile } from 'node:fs/promises'
import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('an admin exports the project and downloads it, and the audit log says so', async ({ openAs }) => {
  const page = await openAs('agency-admin', phone)
  const project = new URL(page.url()).pathname.split('/').slice(0, 2).join('/')
  await page.goto(`${project}/settings/general`)
  const panel = page.getByRole('region', { name: 'Export' })
  await panel.getByRole('button', { name: /^Export (project|again)$/ }).click()
  const link = panel.getByRole('link', { name: /^Download \(/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expect(panel.getByRole('status')).toContainText('is ready')
  await expectAccessible(page)

  await test.step('the file is a zip with the posts', async () => {
    const downloading = page.waitForEvent('download')
    await link.click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip$/)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
    expect(bytes.includes('project.json')).toBe(true)
    expect(bytes.includes('media/')).toBe(true)
  })

  await page.goto(`${project}/settings/audit-log`)
  await expect(page.getByText('Project exported').first()).toBeVisible()
})
