import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

// In the demo's other project, where no journey counts the entries of a day.
const project = 2
const day = addDays(today(), 150)

test('a word is replaced in ten drafts, after a look at each place, and brought back', async ({
  openAs,
  galley,
  request,
}) => {
  const call = await callerAs(request, galley, 'content-creator')
  const posts: number[] = []
  for (let hour = 8; hour < 18; hour++) {
    const social_networks = ['facebook']
    const { post } = await call('/posts', {
      project_id: project,
      social_networks,
      type: 'text',
      is_temporary: false,
    })
    posts.push(post.id)
    const [{ id }] = post.post_socials
    const message = `Number ${hour}: our Pumpernickel, see https://pumpernickel.example/${hour}`
    const post_socials = [{ id, message, follows_shared: true }]
    await call('/postssocials', { post_id: post.id, project_id: project, post_socials }, 'put')
    const time = `${String(hour).padStart(2, '0')}:00`
    await call('/posts/schedules', { post_id: post.id, date: day, time, is_autoposting: true })
  }
  const messages = async () => {
    const found = await Promise.all(posts.map(id => call(`/posts/${id}`, null, 'get')))
    return found.map(({ message }) => message as string)
  }
  const before = await messages()

  const page = await openAs('content-creator')
  await page.goto(`/${project}/calendar?date=${day}&view=week&open=${day}`)
  const cards = page.locator(`[role="cell"][data-date="${day}"] [data-entry]`)
  await expect(cards.first()).toBeVisible()
  await cards.first().getByLabel('Select').check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 10 posts' })

  await test.step('each place is shown before anything changes, and links stay whole', async () => {
    await dialog.getByLabel('Find').fill('pumpernickel')
    await dialog.getByLabel('Replace with').fill('rye bread')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(dialog.getByText('“pumpernickel” is in 10 texts of the 10 selected posts.')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Matches' }).getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page)
    expect(await messages()).toEqual(before)
  })
  await test.step('all ten are changed, and Undo brings the texts back', async () => {
    await dialog.getByRole('button', { name: 'Replace in 10 posts' }).click()
    await expect(page.getByText('Replaced in 10 posts')).toBeVisible()
    expect(await messages()).toEqual(before.map(text => text.replace('Pumpernickel', 'rye bread')))
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('10 posts restored')).toBeVisible()
    expect(await messages()).toEqual(before)
  })
  await test.step('all ten are shifted by three days, and Undo brings their times back', async () => {
    const schedules = async () => {
      const found = await Promise.all(posts.map(id => call(`/posts/${id}`, null, 'get')))
      return found.map(({ latest_schedule: { date, time, datetime } }) => ({ date, time, datetime }))
    }
    const planned = await schedules()
    await cards.first().getByLabel('Select').check()
    await page.getByRole('button', { name: /^Select all/ }).click()
    await page.getByRole('button', { name: 'Change Schedule' }).click()
    const modal = page.getByRole('dialog', { name: 'Update Post Schedules' })
    await modal.getByText('Shift by days').click()
    await modal.getByLabel('Days', { exact: true }).fill('3')
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('10 posts moved')).toBeVisible()
    const moved = await schedules()
    expect(moved.map(({ date, time }) => ({ date, time }))).toEqual(
      planned.map(({ date, time }) => ({ date: addDays(date, 3), time })),
    )
    await expect(modal).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    // The first words stay in the toast of the texts for a moment.
    await expect(page.getByText('10 posts restored').last()).toBeVisible()
    await expect.poll(schedules).toEqual(planned)
  })
})
