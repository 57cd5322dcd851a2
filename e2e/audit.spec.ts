import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, phone, projectOf, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

/** A new one for each try. */
const project = `Audited ${crypto.randomUUID().slice(0, 8)}`
const rail = (page: Page) => page.getByRole('navigation', { name: 'Projects' })

async function makeProject(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add project' }).click()
  await page.getByLabel('Project name').fill(project)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/create-project\/2\?project=\d+$/)
  await page.goto(`/${new URL(page.url()).searchParams.get('project')}/settings/team`)
}

test('a person removed from a project is redirected at once, and the log says who removed them', async ({
  openAs,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /404 \(Not Found\)/,
    'what the creator has open is read again when it is theirs no more',
  )
  const admin = await openAs('agency-admin')
  const creator = await openAs('content-creator')
  const home = projectOf(creator)
  await makeProject(admin)

  await test.step('added, the project appears in the rail', async () => {
    await admin.getByRole('button', { name: 'Invite new member' }).first().click()
    await admin.getByRole('checkbox', { name: /Carl/ }).check()
    await admin.getByRole('button', { name: 'Invite', exact: true }).click()
    await rail(creator).getByRole('link', { name: project }).click()
    await expect(creator).toHaveURL(`/${projectOf(admin)}/calendar`)
    await expect(creator.getByRole('button', { name: 'Create content' }).first()).toBeVisible()
  })
  await test.step('removed, they are redirected and told why', async () => {
    await admin.getByRole('button', { name: /Remove Carl/ }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(creator.getByText(`You were removed from ${project}.`)).toBeVisible()
    await expect(creator).toHaveURL(`/${home}/calendar`)
    await expect(rail(creator).getByRole('link', { name: project })).toHaveCount(0)
  })
  await test.step('the log shows it, can be filtered, and downloaded', async () => {
    await admin.getByRole('link', { name: 'Audit log', exact: true }).click()
    const log = admin.getByRole('list', { name: 'Audit log' })
    // The latest entry comes first, and nobody else removes Carl in the meantime.
    const line = log.getByRole('listitem').filter({ hasText: 'Member removed' }).first()
    await expect(line).toContainText('carl@bluebird.example')
    await expect(line).toContainText('ada@bluebird.example')
    await expect(line).toContainText(/from (127\.0\.0\.1|::1)/)
    await expectAccessible(admin)
    await admin.getByRole('combobox', { name: 'What' }).click()
    await admin.getByRole('option', { name: 'Project created' }).click()
    await expect(admin).toHaveURL(/action=project\.created/)
    await expect(log.getByText('Member removed')).toHaveCount(0)
    await expect(log).toContainText(project)
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export CSV' }).filter({ visible: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`Project created,${project}`)
    await admin.setViewportSize(phone.viewport ?? { width: 390, height: 844 })
    await expectAccessible(admin)
  })
})
