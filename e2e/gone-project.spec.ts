import { getMe } from '#domain/accounts/contract.ts'
import { addProjectUser } from '#domain/team/contract.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, demoProject, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('a person removed from a project that they have open is redirected at once, and told why', async ({
  openAs,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /404 \(Not Found\)/,
    'what the creator has open is read again when it is theirs no more',
  )
  const name = `Left ${uniqueWord()}`
  const project = await givenProject({ name })
  const creator = await openAs('content-creator')
  // What happens in the second before a page listens is not shown to it.
  const listens = creator.waitForResponse(/\/events$/)
  await creator.reload()
  await listens
  const { id: user_id } = await (await demoPerson('content-creator')).call(getMe, {})
  const { call } = await demoPerson('agency-admin')
  await call(addProjectUser, { params: { projectId: project }, body: { user_id, role: 'content-creator' } })
  const link = creator.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name })
  await link.click()
  await expect(creator).toHaveURL(`/${project}/calendar`)
  await expect(creator.getByRole('button', { name: 'Create content' }).first()).toBeVisible()

  const admin = await openAs('agency-admin', {}, `/${project}/settings/team`)
  await admin.getByRole('button', { name: /Remove Carl/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(creator.getByText(`You were removed from ${name}.`)).toBeVisible()
  await expect(creator).toHaveURL(`/${demoProject}/calendar`)
  await expectAccessible(creator)
  await expect(link).toHaveCount(0)
})
