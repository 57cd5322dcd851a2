import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenMember, givenPost, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('an admin archives a client, its creator can only read it, and the admin brings it back', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const name = `Harbor ${uniqueWord()}`
  const project = await givenProject({ by: admin, name, networks: ['facebook'] })
  await givenProject({ by: admin })
  const creator = await givenMember('content-creator', { by: admin, project, name: 'Carl' })
  const at = { date: addDays(today(), 3), time: '10:00' } as const
  const post = await givenPost({ by: admin, project, at, stage: 'scheduled' })
  const page = await openAs(admin, {}, `/${project}/settings/general`)
  await test.step('the question says what stops, and the page what happened', async () => {
    const panel = page.getByRole('region', { name: 'Archive client' })
    await panel.getByRole('button', { name: 'Archive this client…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 scheduled post does not go out.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Archive client' }).click()
    await expect(page.getByText('Client archived. 1 post does not go out.')).toBeVisible()
    await expect(page.getByText('This client is archived').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name })).toHaveCount(
      0,
    )
  })
  await test.step('its creator reads it, and cannot bring it back', async () => {
    const small = await openAs(creator, phone, '/archived')
    await expect(small.getByRole('link', { name: `Open ${name}` })).toBeVisible()
    await expect(small.getByRole('button', { name: `Bring back ${name}` })).toHaveCount(0)
    await expectAccessible(small)
    await small.getByRole('link', { name: `Open ${name}` }).click()
    await expect(small.getByText('This client is archived').filter({ visible: true }).first()).toBeVisible()
    await small.goto(`/${project}/${post.path}`)
    await expect(small.getByText(post.message).filter({ visible: true }).first()).toBeVisible()
  })
  await test.step('it is brought back from the list', async () => {
    await page.goto('/archived')
    await page.getByRole('button', { name: `Bring back ${name}` }).click()
    await expect(page.getByText('Client brought back. Connect its accounts again.')).toBeVisible()
    await expect(page.getByText('No client is archived')).toBeVisible()
    await page.goto(`/${project}/calendar`)
    await expect(page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name })).toBeVisible()
  })
})
