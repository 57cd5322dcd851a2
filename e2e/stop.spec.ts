import { localOf } from '#domain/kernel/time.ts'
import { onDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { endedToken, moveTo, soon, zone } from './time.ts'

const MINUTE = 60_000

const statusOf = async (postId: number): Promise<string> => {
  const { rows } = await onDatabase(client =>
    client.query<{ status: string }>('select status from post_socials where post_id = $1', [postId]),
  )
  return rows[0]?.status ?? ''
}

test('a post is stopped two minutes before its time, put back, stopped again, and does not go out', async ({
  openAs,
  consoleErrors,
}) => {
  consoleErrors.expect(...endedToken)
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const due = soon()
  const given = { by: admin, project, at: localOf(due, zone), stage: 'scheduled' } as const
  const [post, other] = [await givenPost(given), await givenPost(given)]
  await moveTo(new Date(due.getTime() - 2 * MINUTE))
  const page = await openAs(admin, {}, `/${project}/${post.path}`)
  const stop = page.getByRole('button', { name: 'Stop this post' })
  const more = page.getByRole('button', { name: 'More actions' })
  const stopIt = async () => {
    if (!(await stop.isVisible())) await more.click()
    await page.getByText('Stop this post').click()
    await expect(page.getByText('Post stopped. It has no schedule now.').last()).toBeVisible()
  }
  await test.step('it is stopped, although its time can no longer be changed', async () => {
    await stopIt()
    await expectAccessible(page)
  })
  await test.step('Undo puts it back on its time', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => statusOf(post.id)).toBe('scheduled')
  })
  await test.step('stopped again, it stays when the other one of that time goes out', async () => {
    await stopIt()
    await moveTo(due)
    await expect.poll(() => statusOf(other.id), { timeout: 60_000 }).toBe('live')
    expect(await statusOf(post.id)).toBe('draft')
  })
})
