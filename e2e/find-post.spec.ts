import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('a post without a schedule is found by a sentence of it, from another project', async ({ openAs }) => {
  const sentence = `Bring a friend and a ${uniqueWord()} on Saturday!`
  const { id } = await givenPost({ message: `The doors open at nine.\n${sentence}` })
  const page = await openAs('agency-admin', {}, '/2/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to or do').fill(sentence)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('status')).toHaveText('1 post found')
  await expect(palette.getByRole('button').filter({ hasText: sentence.slice(0, 20) })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/1/manage-post/facebook.*postId=${id}`))
})
