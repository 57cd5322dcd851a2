import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('a month is shared by a link with a PIN, read on a phone by somebody without an account, and revoked', async ({
  openAs,
  browser,
  galley,
  consoleErrors,
}, testInfo) => {
  consoleErrors.expect(/404 \(Not Found\)/, 'the link is opened once more after it was revoked')
  consoleErrors.expect(/422 \(Unprocessable Entity\)/, 'a wrong PIN is entered')
  const photo = testInfo.outputPath('photo.jpg')
  await writePhoto(photo)
  const date = addDays(today(), 1)
  const sent = `Fresh from the oven ${uniqueWord()}`
  const draft = `Not ready ${uniqueWord()}`
  await givenPost({
    message: sent,
    type: 'single_photo',
    files: [photo],
    at: { date, time: '11:05' },
    stage: 'internally approved',
  })
  await givenPost({ message: draft, at: { date, time: '12:05' } })

  const page = await openAs('content-creator', {}, `calendar?date=${date}`)
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('button', { name: 'Proof by link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proof by link' })
  const title = `For the board ${uniqueWord()}`
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('textbox', { name: 'PIN' }).fill('246810')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const address = dialog.getByRole('textbox', { name: 'Link to the proof' })
  await expect(address).toHaveValue(/\/proof#[\w-]{43}$/)
  await expectAccessible(page)
  const link = await address.inputValue()

  const reader = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  consoleErrors.watch(reader)
  const foreign: string[] = []
  reader.on('request', request => {
    if (!request.url().startsWith(galley) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
  })
  const answer = await reader.goto(link)
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  const pin = reader.getByRole('textbox', { name: 'PIN' })
  await expect(pin).toBeVisible()
  await reader.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(reader.getByRole('heading', { name: 'Dieser Link hat eine PIN' })).toBeVisible()
  await reader.reload()
  await reader.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await expectAccessible(reader)
  await pin.fill('135790')
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader.getByText('This PIN is wrong.')).toBeVisible()
  await pin.fill('246810')
  await reader.getByRole('button', { name: 'Open' }).click()

  await expect(reader.getByRole('heading', { name: title })).toBeVisible()
  const card = reader.getByRole('article', { name: 'Post of Facebook' }).filter({ hasText: sent })
  await expect(card).toContainText('Waiting for approval')
  await card.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      card
        .locator('[data-preview] img')
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await expect(reader.getByText(draft)).toHaveCount(0)
  await expectAccessible(reader)
  await reader.getByText('Calendar', { exact: true }).click()
  const entry = reader.getByRole('button', { name: new RegExp(sent) })
  await expect(entry).toBeVisible()
  await expectAccessible(reader)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await entry.click()
  await expect(card).toBeInViewport()
  expect(foreign).toEqual([])

  await dialog.getByRole('button', { name: `Revoke ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(dialog.getByRole('button', { name: `Revoke ${title}` })).toHaveCount(0)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
