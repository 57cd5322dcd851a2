import { listCampaigns } from '#domain/campaigns/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { expect, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('a campaign is given to posts, filtered by, repeated a month later for another client, and undone', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const other = `Bloom ${uniqueWord()}`
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const target = await givenProject({ by: admin, name: other, networks: ['facebook'] })
  const [sale, more, rest] = [`Sale ${uniqueWord()}`, `More ${uniqueWord()}`, `Rest ${uniqueWord()}`]
  const first = addDays(today(), 7)
  await givenPost({ by: admin, project, message: sale, at: { date: first, time: '10:00' } })
  await givenPost({ by: admin, project, message: more, at: { date: addDays(first, 2), time: '18:30' } })
  await givenPost({ by: admin, project, message: rest, at: { date: first, time: '12:00' } })
  const page = await openAs(admin, {}, `/${project}/settings/campaigns`)
  await test.step('it is created', async () => {
    await page.getByRole('button', { name: 'Add campaign' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add campaign' })
    await form.getByLabel('Name').fill('Spring sale')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Campaigns' })).toContainText('Spring sale')
    await expect(form).toBeHidden()
  })
  await test.step('two posts are given to it by the bulk bar', async () => {
    await page.goto(`/${project}/content?span=all`)
    for (const text of [sale, more]) await page.getByRole('checkbox', { name: `Select: ${text}` }).check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 posts' })
    await dialog.getByRole('radiogroup', { name: 'What to edit' }).getByText('Campaign').click()
    await dialog.getByRole('combobox', { name: 'Campaign' }).selectOption('Spring sale')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change 2' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('the list is filtered by it', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('checkbox', { name: 'Spring sale' }).check()
    await expect(page.getByText(rest)).toBeHidden()
    await expect(page.getByText(sale).first()).toBeVisible()
  })
  const made = async () =>
    (await admin.call(listCampaigns, { params: { projectId: target } })).map(each => each.posts_count)
  await test.step('it is repeated for another client, and undone', async () => {
    await page.goto(`/${project}/settings/campaigns`)
    await page.getByRole('button', { name: 'Repeat Spring sale' }).click()
    const dialog = page.getByRole('dialog', { name: 'Repeat “Spring sale”' })
    await dialog.getByRole('combobox', { name: 'Project' }).click()
    await dialog.getByRole('option', { name: other }).click()
    await dialog.getByLabel('First day').fill(addDays(first, 28))
    await expect(dialog.getByRole('status')).toContainText('2 drafts are made')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make 2 drafts' }).click()
    await expect(page.getByText('2 drafts made in “Spring sale”')).toBeVisible()
    expect(await made()).toEqual([2])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 drafts deleted')).toBeVisible()
    expect(await made()).toEqual([])
  })
})

test('the parameters of a project are put into a link where the writer sees it, and taken out again', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const value = 'utm_source={network}&utm_medium=social'
  await admin.call(saveProjectSettings, {
    params: { projectId: project },
    body: { settings: [{ name: 'link-parameters', value }] },
  })
  const link = 'https://harbor.example/shop'
  const post = await givenPost({ by: admin, project, message: `See ${link}.` })
  const page = await openAs(admin, {}, `/${project}/${post.path}`)
  const message = page.getByRole('textbox', { name: 'Message on Facebook' })
  await expect(page.getByText('1 link without parameters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add parameters' }).click()
  await expect(message).toHaveText(`See ${link}?utm_source=facebook&utm_medium=social.`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toHaveText(`See ${link}.`)
})
