import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { heicFile } from '#sandbox/testing/heic.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, openFeed } from './pages/feed.ts'
import { addFiles, expectResult, publishNow, startPost, waitUntilSaved, write } from './pages/manage-post.ts'
import { writePhoto } from './photo.ts'

const openPicture = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}` }).click()
const lightbox = (page: Page) => page.getByRole('dialog')
const cropDialog = (page: Page) => page.getByRole('dialog', { name: 'Crop photo' })
const crop = async (page: Page) => {
  await lightbox(page).getByRole('button', { name: 'Crop' }).click()
  await expect(cropDialog(page).getByRole('button', { name: 'Rotate' })).toBeVisible()
  return cropDialog(page)
}

test('a photo of a phone is cropped, described and published, and the crop can be undone', async ({
  openAs,
  galley,
}, testInfo) => {
  const page = await openAs('agency-admin')
  const text = `Straight from the phone, ${uniqueWord()}.`
  const file = testInfo.outputPath('IMG_1.HEIC')
  await writeFile(file, heicFile({ turns: 3 }))
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', text)
  await addFiles(page, file)

  await test.step('a part that is too small says so', async () => {
    await openPicture(page, 'IMG_1.jpg')
    const dialog = await crop(page)
    await expect(dialog.getByText('960×1280 px')).toBeVisible()
    await dialog.getByRole('button', { name: 'Portrait 1200×1800' }).click()
    await expect(dialog.getByText('854×1280 px, smaller than recommended')).toBeVisible()
    await dialog.getByRole('button', { name: /lower right corner/ }).focus()
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ControlOrMeta+ArrowLeft')
    await expect(
      dialog.getByText(/This part is too small: Facebook takes photos from 600×315 px/),
    ).toBeVisible()
    await expectAccessible(page, 'the crop dialog')
  })

  await test.step('a size of the network is applied, and the file keeps its alternative text', async () => {
    const dialog = cropDialog(page)
    await dialog.getByRole('button', { name: 'Landscape 1200×628' }).click()
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    await expect(dialog.getByText('1200×628 px')).toBeVisible()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await lightbox(page).getByLabel('Alternative text').fill('A red square by the sea')
    await lightbox(page).getByRole('button', { name: 'Close' }).click()
    await waitUntilSaved(page)
  })

  await test.step('the crop is what goes out', async () => {
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'facebook')
    const post = await expectOnce(page, text, { photos: 1 })
    const photo = post.locator('.photos img')
    await expect(photo).toHaveAttribute('alt', 'A red square by the sea')
    const size = await photo.evaluate(img => [
      (img as HTMLImageElement).naturalWidth,
      (img as HTMLImageElement).naturalHeight,
    ])
    expect(size).toEqual([1200, 628])
  })
})

test('a crop is widened or undone, because the original stays', async ({ openAs }, testInfo) => {
  const page = await openAs('content-creator')
  const file = testInfo.outputPath('harbour.jpg')
  await writePhoto(file, { height: 1350 })
  await startPost(page, ['instagram'], 'single_photo')
  await addFiles(page, file)
  await openPicture(page, 'harbour.jpg')
  const first = await crop(page)
  await first.getByRole('button', { name: 'Landscape 1080×608' }).click()
  await first.getByRole('button', { name: 'Apply' }).click()
  await expect(cropDialog(page)).toHaveCount(0)
  await lightbox(page).getByRole('button', { name: 'Close' }).click()
  await waitUntilSaved(page)
  await page.reload()
  await openPicture(page, 'harbour.jpg')
  const second = await crop(page)
  await expect(second.getByText('1080×608 px')).toBeVisible()
  await second.getByRole('button', { name: 'Whole photo' }).click()
  await expect(second.getByText('1080×1350 px')).toBeVisible()
  await second.getByRole('button', { name: 'Undo crop' }).click()
  await expect(lightbox(page).locator('img')).toHaveJSProperty('naturalHeight', 1350)
})

test('a copied picture is pasted into a post', async ({ openAs }) => {
  const page = await openAs('content-creator')
  await startPost(page, ['facebook'], 'single_photo')
  await page.getByRole('textbox', { name: 'Message on Facebook' }).focus()
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 500)
    canvas.getContext('2d')?.fillRect(0, 0, 800, 500)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('button', { name: 'Edit image.png' })).toBeVisible()
})

test('photos are put in order with the mouse and with keys', async ({ openAs }, testInfo) => {
  const page = await openAs('content-creator')
  const files = ['one.jpg', 'two.jpg', 'three.jpg'].map(name => testInfo.outputPath(name))
  for (const file of files) await writePhoto(file)
  await startPost(page, ['facebook'], 'multi_photo')
  await addFiles(page, ...files)
  const expectOrder = (...names: string[]) =>
    expect
      .poll(() =>
        page
          .getByRole('list', { name: 'Media in order' })
          .getByRole('button', { name: /^Edit/ })
          .evaluateAll(items => items.map(item => item.getAttribute('aria-label')?.slice('Edit '.length))),
      )
      .toEqual(names)
  const tile = (name: string) => page.getByRole('button', { name: `Edit ${name}` })
  await tile('one.jpg').hover()
  await page.mouse.down()
  await tile('three.jpg').hover()
  await page.mouse.up()
  await expectOrder('two.jpg', 'three.jpg', 'one.jpg')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tile('one.jpg').press('Alt+ArrowLeft')
  await expectOrder('two.jpg', 'one.jpg', 'three.jpg')
  await waitUntilSaved(page)
  await page.reload()
  await expectOrder('two.jpg', 'one.jpg', 'three.jpg')
})
