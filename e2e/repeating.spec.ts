import { addDays } from '#domain/kernel/days.ts'
import { listPosts } from '#domain/posts/contract.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, demoProject, givenChange, givenPost } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

const first = addDays(today(), 2)
const weeksLater = (weeks: number) => addDays(first, 7 * weeks)

test('a post repeats weekly, one is changed alone, another with all that follow, and it stops', async ({
  openAs,
}) => {
  const word = uniqueWord()
  await givenPost({ message: `Music every week ${word}`, at: { date: first, time: '18:00' } })
  const { call } = await demoPerson('agency-admin')
  /** The post of that day which this journey has made. */
  const postOn = async (date: string) => {
    const posts = await call(listPosts, { params: { projectId: demoProject, start: date, end: date } })
    return posts.find(({ message }) => message.includes(word))
  }
  const page = await openAs('agency-admin', {}, `calendar?date=${first}&view=week&open=${first}`)
  const card = page.locator(`[role="cell"][data-date="${first}"] [data-entry]`, { hasText: word })

  await test.step('the menu of a card makes the drafts of the next weeks', async () => {
    await card.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Repeat…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Repeat' })
    await expect(dialog.getByText(/drafts are made now/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Repeat', exact: true }).click()
    await expect(page.getByText(/Repeats weekly on .* drafts were made/)).toBeVisible()
    expect(await postOn(weeksLater(6))).toBeDefined()
  })

  await test.step('one is changed alone by editing it', async () => {
    const alone = await postOn(weeksLater(1))
    await givenChange(alone?.id ?? 0, `Only this week ${word}`)
    expect((await postOn(weeksLater(2)))?.message).toContain('Music every week')
  })

  await test.step('another takes all that follow with it', async () => {
    const changed = await postOn(weeksLater(2))
    await givenChange(changed?.id ?? 0, `Jazz from now on ${word}`)
    await page.goto(`/${demoProject}/manage-post/facebook?postId=${changed?.id}`)
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
