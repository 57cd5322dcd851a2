import type { Page } from '@playwright/test'
import { textOf } from '../bench/browser/typing.ts'
import { expect, test } from './fixtures.ts'
import { startPost, waitUntilSaved } from './pages/manage-post.ts'

/** A new text post with an empty message, and the message that was last sent to the server. */
const startWriting = async (page: Page) => {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/postssocials'))
      sent.push(request.postDataJSON().post_socials[0].message)
  })
  await startPost(page, ['facebook'], 'text')
  const editor = page.getByRole('textbox', { name: 'Message on Facebook' })
  await editor.click()
  const expectSaved = async (text: string) => {
    await expect.poll(() => sent.at(-1)).toBe(text)
    await waitUntilSaved(page)
  }
  return { editor, expectSaved }
}

/** Presses a key so many times, as slowly as a person: the editor hears of a moved caret in the next frame. */
const press = async (page: Page, key: string, times = 1): Promise<void> => {
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key, { delay: 40 })
}

test('lines are divided, joined, undone and redone as in any text field', async ({ openAs }) => {
  const page = await openAs('content-creator')
  const { editor, expectSaved } = await startWriting(page)
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

test('a composed word, an emoji of several people and a line from right to left stay whole', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  const { expectSaved } = await startWriting(page)
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

test('a text of 28,000 characters is pasted, copied and cut without losing any', async ({ openAs }) => {
  const page = await openAs('content-creator')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { editor, expectSaved } = await startWriting(page)
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

test('a button goes by the text of the last key, however soon it is pressed', async ({ openAs }) => {
  const page = await openAs('content-creator')
  await startPost(page, ['linkedin'], 'text')
  await page.getByRole('textbox', { name: 'Message on LinkedIn' }).click()
  await page.keyboard.insertText('a'.repeat(3000))
  await waitUntilSaved(page)
  const send = page.getByRole('button', { name: 'Send to approval' })
  await page.keyboard.type('b')
  // Without a pointer: the text keeps the focus, and nothing else tells the page about the key.
  await send.evaluate((button: HTMLButtonElement) => button.click())
  await expect(page.getByText('Solve the problem first.').first()).toBeVisible()
  await expect(page.getByText('3,001 / 3,000')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('Backspace')
  await send.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
