import type { Page } from '@playwright/test'
import { textOf } from '../bench/browser/typing.ts'
import { expect, type OpenAs, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { waitUntilSaved } from './pages/manage-post.ts'

/** A text post without a message, and the message that was last sent to the server. */
const startWriting = async (openAs: OpenAs) => {
  const { path } = await givenPost({ message: '' })
  const page = await openAs('content-creator', {}, path)
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/postssocials'))
      sent.push(request.postDataJSON().post_socials[0].message)
  })
  const editor = page.getByRole('textbox', { name: 'Message on Facebook' })
  await editor.click()
  const expectSaved = async (text: string) => {
    await expect.poll(() => sent.at(-1)).toBe(text)
    await waitUntilSaved(page)
  }
  return { page, editor, expectSaved }
}

/** Presses a key so many times, as slowly as a person: the editor hears of a moved caret in the next frame. */
const press = async (page: Page, key: string, times = 1): Promise<void> => {
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key, { delay: 40 })
}

test('lines are divided, joined, undone and redone as in any text field, and composed words stay whole', async ({
  openAs,
}) => {
  const { page, editor, expectSaved } = await startWriting(openAs)

  await test.step('lines', async () => {
    await page.keyboard.type('Fresh beans #coffee')
    await press(page, 'Enter', 2)
    await page.keyboard.type('By @mia')
    await expectSaved('Fresh beans #coffee\n\nBy @mia')
    await page.reload()
    await expect(editor.locator('p')).toHaveText(['Fresh beans #coffee', '', 'By @mia'])

    await editor.locator('p').last().click()
    await press(page, 'Home')
    await press(page, 'Backspace', 2)
    await page.keyboard.type('.')
    await expectSaved('Fresh beans #coffee.By @mia')
    await press(page, 'ControlOrMeta+z', 3)
    await expectSaved('Fresh beans #coffee\n\nBy @mia')
    await press(page, 'ControlOrMeta+Shift+z', 3)
    await expectSaved('Fresh beans #coffee.By @mia')

    // A caret within a hashtag divides it: the second half is a plain word.
    await press(page, 'Home')
    await press(page, 'ArrowRight', 15)
    await press(page, 'Shift+Enter')
    await expectSaved('Fresh beans #co\nffee.By @mia')
  })

  await test.step('a composed word, an emoji of several people and a line from right to left', async () => {
    await page.keyboard.press('ControlOrMeta+a')
    const devtools = await page.context().newCDPSession(page)
    for (const text of ['s', 'す', 'すs', 'すし'])
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await devtools.send('Input.insertText', { text: '寿司' })
    await page.keyboard.insertText(' 👩‍👩‍👧')
    await expectSaved('寿司 👩‍👩‍👧')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('ok')
    await page.keyboard.press('Enter')
    await page.keyboard.type('קפה טרי')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('🙌🏽')
    await expectSaved('寿司 ok\nקפה טרי\n🙌🏽')
  })
})

test('a text of 28,000 characters is pasted, copied and cut without losing any', async ({ openAs }) => {
  const { page, editor, expectSaved } = await startWriting(openAs)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const text = textOf(28_000)
  await page.evaluate(value => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('ControlOrMeta+v')
  await expectSaved(text)
  await page.keyboard.type(' And more')
  await expectSaved(`${text} And more`)
  await expect(page.getByText('28,009 / 63,206')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${text} And more`)
  await page.keyboard.press('ControlOrMeta+x')
  await expectSaved('')
  await expect(editor.locator('p')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+v')
  await expectSaved(`${text} And more`)
})
