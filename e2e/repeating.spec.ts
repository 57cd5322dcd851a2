import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

const first = addDays(today(), 2)
const weeksLater = (weeks: number) => addDays(first, 7 * weeks)

test('a post repeats weekly, one is changed alone, another with all that follow, and it stops', async ({
  openAs,
  galley,
  request,
}) => {
  const call = await callerAs(request, galley, 'agency-admin')
  const word = uniqueWord()
  const write = async (post: { id: number; post_socials: { id: number }[] }, message: string) => {
    const post_socials = [{ id: post.post_socials[0]?.id, message, follows_shared: true }]
    await call('/postssocials', { post_id: post.id, project_id: 1, post_socials }, 'put')
  }
  const { post } = await call('/posts', {
    project_id: 1,
    social_networks: ['facebook'],
    type: 'text',
    is_temporary: false,
  })
  await write(post, `Music every week ${word}`)
  await call('/posts/schedules', { post_id: post.id, date: first, time: '18:00', is_autoposting: true })
  /** The post of that day which this journey has made. */
  const postOn = async (
    date: string,
  ): Promise<{ id: number; message: string; post_socials: { id: number }[] } | undefined> => {
    const listed = await call(`/posts/schedules/1/${date}/${date}`, null, 'get')
    const posts = listed.post_schedules.map((one: { post: { message: string } }) => one.post)
    return posts.find(({ message }: { message: string }) => message.includes(word))
  }

  const page = await openAs('agency-admin')
  await page.goto(`/1/calendar?date=${first}&view=week&open=${first}`)
  const card = page.locator(`[role="cell"][data-date="${first}"] [data-entry]`, { hasText: word })

  await test.step('the menu of a card makes the drafts of the next weeks', async () => {
    await card.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Repeat…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Repeat' })
    await expect(dialog.getByText(/drafts are made now/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Repeat', exact: true }).click()
    await expect(page.getByText(/Repeats weekly on .* drafts were made/)).toBeVisible()
    expect(await postOn(weeksLater(1))).toBeDefined()
    expect(await postOn(weeksLater(6))).toBeDefined()
  })

  await test.step('one is changed alone by editing it', async () => {
    const alone = await postOn(weeksLater(1))
    if (alone) await write(alone, `Only this week ${word}`)
    expect((await postOn(weeksLater(2)))?.message).toContain('Music every week')
  })

  await test.step('another takes all that follow with it', async () => {
    const changed = await postOn(weeksLater(2))
    if (changed) await write(changed, `Jazz from now on ${word}`)
    await page.goto(`/1/manage-post/facebook?postId=${changed?.id}`)
    await page.getByRole('button', { name: /^Repeats weekly on/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Repeat' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'This and all that follow' }).click()
    await expect(page.getByText(/This post is repeated in \d later drafts/)).toBeVisible()
    expect((await postOn(weeksLater(1)))?.message).toContain('Only this week')
    expect((await postOn(weeksLater(5)))?.message).toContain('Jazz from now on')
  })

  await test.step('it stops, and the later drafts go', async () => {
    await page.getByRole('button', { name: /^Repeats weekly on/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Repeat' })
    await dialog.getByRole('button', { name: 'Stop repeating…' }).click()
    await dialog.getByRole('button', { name: 'Stop and delete' }).click()
    await expect(page.getByText(/Stopped, and \d later drafts deleted/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Repeats weekly on/ })).toHaveCount(0)
    expect(await postOn(weeksLater(5))).toBeUndefined()
  })
})
