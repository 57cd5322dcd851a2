import { writeFile } from 'node:fs/promises'
import { heicFile } from '#sandbox/testing/heic.ts'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, openFeed } from './pages/feed.ts'
import { addFiles, expectResult, publishNow, versionOf, waitUntilSaved } from './pages/manage-post.ts'
import { writePhoto } from './photo.ts'

test('a photo of a phone is cropped, described and published, and the crop can be undone', async ({
  openAs,
  galley,
}, testInfo) => {
  const file = testInfo.outputPath('IMG_1.HEIC')
  await writeFile(file, heicFile({ turns: 3 }))
  const { path, message } = await givenPost({ type: 'single_photo' })
  const page = await openAs('agency-admin', {}, path)
  const lightbox = page.getByRole('dialog')
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const crop = async () => {
    await page.getByRole('button', { name: 'Edit IMG_1.jpg' }).click()
    await lightbox.getByRole('button', { name: 'Crop' }).click()
    await expect(dialog.getByRole('button', { name: 'Rotate' })).toBeVisible()
  }
  await addFiles(page, file)

  await test.step('a part that is too small says so', async () => {
    await crop()
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

  await test.step('a size of the network is applied, undone because the original stays, and applied again', async () => {
    const applySize = async () => {
      await dialog.getByRole('button', { name: 'Landscape 1200×628' }).click()
      await dialog.getByRole('button', { name: 'Rotate' }).click()
      await expect(dialog.getByText('1200×628 px')).toBeVisible()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await applySize()
    await lightbox.getByLabel('Alternative text').fill('A red square by the sea')
    await lightbox.getByRole('button', { name: 'Close' }).click()
    await waitUntilSaved(page)
    await page.reload()
    await crop()
    await dialog.getByRole('button', { name: 'Whole photo' }).click()
    await dialog.getByRole('button', { name: 'Undo crop' }).click()
    await expect(lightbox.locator('img')).toHaveJSProperty('naturalHeight', 1280)
    await lightbox.getByRole('button', { name: 'Crop' }).click()
    await applySize()
    await lightbox.getByRole('button', { name: 'Close' }).click()
    await waitUntilSaved(page)
  })

  await test.step('the crop is what goes out', async () => {
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'facebook')
    const photo = (await expectOnce(page, message, { photos: 1 })).locator('.photos img')
    await expect(photo).toHaveAttribute('alt', 'A red square by the sea')
    await expect(photo).toHaveJSProperty('naturalWidth', 1200)
    await expect(photo).toHaveJSProperty('naturalHeight', 628)
  })
})

test('photos are pasted, put in order with the mouse and with keys, and leave the text in sight', async ({
  openAs,
}, testInfo) => {
  const files = ['one.jpg', 'two.jpg'].map(name => testInfo.outputPath(name))
  for (const file of files) await writePhoto(file)
  const networks = ['facebook', 'instagram', 'linkedin'] as const
  const { path } = await givenPost({ type: 'multi_photo', networks, files })
  const page = await openAs('content-creator', {}, path)
  const tile = (name: string) => page.getByRole('button', { name: `Edit ${name}` })
  const names = () =>
    page
      .getByRole('list', { name: 'Media in order' })
      .getByRole('button', { name: /^Edit/ })
      .evaluateAll(items => items.map(item => item.getAttribute('aria-label')?.slice('Edit '.length)))

  await test.step('a copied picture is pasted', async () => {
    await page.getByRole('textbox', { name: 'Message on' }).focus()
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1080, 1080)
      canvas.getContext('2d')?.fillRect(0, 0, 1080, 1080)
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(tile('image.png')).toBeVisible()
    await waitUntilSaved(page)
  })

  await test.step('the mouse and keys put them in another order', async () => {
    await expect.poll(names).toEqual(['one.jpg', 'two.jpg', 'image.png'])
    await tile('one.jpg').hover()
    await page.mouse.down()
    await tile('image.png').hover()
    await page.mouse.up()
    await expect.poll(names).toEqual(['two.jpg', 'image.png', 'one.jpg'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await tile('one.jpg').press('Alt+ArrowLeft')
    await expect.poll(names).toEqual(['two.jpg', 'one.jpg', 'image.png'])
    await waitUntilSaved(page)
    await page.reload()
    await expect.poll(names).toEqual(['two.jpg', 'one.jpg', 'image.png'])
  })

  await test.step('message, counters and what adds and orders files are in sight on each network', async () => {
    for (const network of networks) {
      await versionOf(page, network).click()
      await expect(page.getByRole('list', { name: 'Media in order' }).getByRole('listitem')).toHaveCount(3)
      for (const part of [
        page.getByRole('textbox', { name: 'Message on' }),
        page.getByRole('list', { name: 'How the text fits each network' }),
        page.getByRole('button', { name: 'Add more' }),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
    }
  })
})
