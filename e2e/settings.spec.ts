import type { Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'
import { givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { freshAddress } from './pages/newcomer.ts'
import { writePhoto } from './photo.ts'

const toast = (page: Page, text: string) => expect(page.getByText(text).last()).toBeVisible()
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

async function inviteNow(page: Page, name: string, email: string, role?: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite new member' }).filter({ visible: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  if (role) {
    await page.getByRole('combobox', { name: 'Role', exact: true }).click()
    await page.getByRole('option', { name: role }).click()
  }
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await toast(page, 'Changes saved')
}

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
    await page.getByRole('button', { name: 'Save changes' }).click()
    await toast(page, 'Changes saved')
    await page.reload()
    await expect(page.getByLabel('Project name')).toHaveValue(`${name} Coffee`)
    await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue('America - New York')
    await expect(page.getByRole('button', { name: 'Change logo' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a changed rule is still set after a reload', async () => {
    const rule = page.getByRole('switch', { name: 'One approval closes the internal round' })
    await rule.press('Space')
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

test('an admin invites a team, grants rights and revokes them', async ({ openAs, galley }) => {
  const project = await givenProject()
  const page = await openAs('agency-admin', {}, `/${project}/settings/team`)
  await expect(page.getByText('There are no members added to this project')).toBeVisible()
  await expectAccessible(page)

  await test.step('a member of the agency is added at once', async () => {
    await page.getByRole('button', { name: 'Invite new member' }).first().click()
    await page.getByRole('checkbox', { name: /Carl/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByRole('combobox', { name: /Role of Carl/ })).toBeDisabled()
  })
  await test.step('Content Manager brings Skip Approval & Schedule', async () => {
    await page.getByRole('switch', { name: /Content Manager for Carl/ }).press('Space')
    await expect(page.getByRole('switch', { name: /Skip Approval & Schedule for Carl/ })).toBeChecked()
  })
  await test.step('an invitation is sent, resent, and withdrawn', async () => {
    const email = freshAddress('nora')
    await inviteNow(page, 'Nora Lind', email, 'Internal approver')
    await expect(page.getByText(/Pending until/)).toBeVisible()
    const first = linkIn(await mailTo(galley, email, /invites you/), '/signup')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resend the invitation of Nora Lind' }).click()
    await toast(page, `Invitation sent again to ${email}`)
    await expect
      .poll(async () => linkIn(await mailTo(galley, email, /invites you/), '/signup'))
      .not.toBe(first)
    await page.getByRole('button', { name: 'Revoke the invitation of Nora Lind' }).click()
    await answer(page, 'Revoke')
    await expect(page.getByText('Nora Lind')).toHaveCount(0)
  })
  await test.step('removed after confirmation', async () => {
    await page.getByRole('button', { name: /^Remove Carl/ }).click()
    await answer(page, 'Remove')
    await expect(page.getByText('There are no members added to this project')).toBeVisible()
  })
})

test('clients are invited on a phone, only as reviewers', async ({ openAs }) => {
  const page = await openAs('agency-admin', phone, 'settings/client')
  await expect(page.getByRole('heading', { name: 'External Approver', level: 1 })).toBeVisible()
  const email = freshAddress('cleo')
  await page.getByRole('button', { name: 'Invite new member' }).filter({ visible: true }).first().click()
  await expect(page.getByText('Only able to review content')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role', exact: true })).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('Cleo Client')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
  // An earlier try may have left an invitation with that name.
  const invitation = page.getByRole('listitem').filter({ hasText: email })
  await invitation.getByRole('button', { name: 'Revoke the invitation of Cleo Client' }).click()
  await answer(page, 'Revoke')
  await expect(page.getByText(email)).toHaveCount(0)
})

test('only admins can open the settings, except notifications, the hashtag pools, labels and bin', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await expect(menu.getByRole('link')).toHaveText(['Back', 'Notifications', 'Hashtag Pools', 'Labels', 'Bin'])
  for (const path of ['general', 'team', 'client']) {
    await page.goto(`/1/settings/${path}`)
    await expect(page).toHaveURL(/\/1\/calendar/)
  }
})
