import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startPost, waitUntilSaved, write } from './pages/manage-post.ts'

test('a post without a schedule is found by a sentence of it, from another project', async ({ openAs }) => {
  const page = await openAs('agency-admin')
  const sentence = `Bring a friend and a ${uniqueWord()} on Saturday!`
  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', `The doors open at nine.\n${sentence}`)
  await waitUntilSaved(page)
  const { pathname, searchParams } = new URL(page.url())
  const postId = searchParams.get('postId')
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('dialog', { name: 'Would you like to save your content before leaving?' })
  await question.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/calendar/)

  await page.goto(pathname.startsWith('/1/') ? '/2/calendar' : '/1/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to or do').fill(sentence)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('status')).toHaveText('1 post found')
  await expect(palette.getByRole('button').filter({ hasText: sentence.slice(0, 20) })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${pathname}.*postId=${postId}`))
})
