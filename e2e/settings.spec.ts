import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { writePhoto } from './photo.ts'

const toast = (page: Page, text: string) => expect(page.getByText(text).last()).toBeVisible()
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('an admin renames a project, changes its rules and deletes it', async ({ openAs }, info) => {
  const name = `Short Lived ${uniqueWord()}`
  // Of its own, so that the demo's projects stay as they are.
  const project = await givenProject({ name })
  const page = await openAs('agency-admin', {}, `/${project}/settings`)
  await test.step('name, zone and logo', async () => {
    await page.getByLabel('Project name').fill(`${name} Coffee`)
    await page.getByRole('combobox', { name: 'Timezone' }).fill('new york')
    await page.getByRole('option', { name: 'America - New York' }).click()
    const photo = info.outputPath('logo.jpg')
    await writePhoto(photo)
    await page.locator('input[type=file]').setInputFiles(photo)
    await expect(page.getByRole('dialog', { name: 'Logo' })).toBeVisible()
    await page.getByRole('button', { name: 'Use picture' }).click()
    await page.getByRole('form', { name: 'Project' }).getByRole('button', { name: 'Save changes' }).click()
    await toast(page, 'Changes saved')
    await page.reload()
    await expect(page.getByLabel('Project name')).toHaveValue(`${name} Coffee`)
    await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue('America - New York')
    await expect(page.getByRole('button', { name: 'Change logo' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a changed rule is still set after a reload', async () => {
    const rules = page.getByRole('region', { name: 'Approval and scheduling' })
    const rule = rules.getByRole('switch', { name: 'One approval closes the internal round' })
    await rule.press('Space')
    await rules.getByRole('button', { name: 'Save changes' }).click()
    await toast(page, 'Settings updated')
    await page.reload()
    await expect(rule).toBeChecked()
  })
  await test.step('deleted after confirmation', async () => {
    await page.getByRole('button', { name: 'Delete project' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await answer(page, 'Delete project')
    await toast(page, 'Project deleted')
    await expect(page).toHaveURL(/\/\d+\/calendar/)
    await expect(page.getByRole('link', { name: `${name} Coffee` })).toHaveCount(0)
  })
})
