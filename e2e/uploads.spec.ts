import type { Page } from '@playwright/test'
import { expectClosedWindow } from './closed-window.ts'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, openFeed } from './pages/feed.ts'
import { chooseFiles, chooseMore, expectResult, waitUntilSaved } from './pages/manage-post.ts'
import { writePhoto } from './photo.ts'

/** Makes every upload wait until `release` is called. */
const slowUploads = async (page: Page) => {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/**/medias', async route => {
    if (route.request().method() === 'POST') await released
    await route.continue().catch(expectClosedWindow)
  })
  return { release }
}

const waitingTo = (page: Page, action: string, count: number) =>
  page.getByRole('dialog', { name: `${action} when ${count} of ${count} files are uploaded` })

const answerYes = (page: Page) =>
  page.getByRole('dialog', { name: 'Publish now?' }).getByRole('button', { name: 'Publish now' }).click()

test('what is done during an upload waits for the photos that are on the screen', async ({
  openAs,
  galley,
}, testInfo) => {
  const photos = ['one.jpg', 'two.jpg', 'three.jpg'].map(name => testInfo.outputPath(name))
  for (const photo of photos) await writePhoto(photo)
  const { path, message } = await givenPost({ type: 'multi_photo' })
  const page = await openAs('agency-admin', {}, path)
  const { release } = await slowUploads(page)
  await chooseFiles(page, page.getByRole('button', { name: /^Add photo or video|^Add a file/ }), photos)

  for (const [button, action] of [
    ['Send to approval', 'Sends'],
    ['Schedule', 'Schedules'],
  ] as const)
    await test.step(`${button} can be cancelled`, async () => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await waitingTo(page, action, 3).getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(waitingTo(page, action, 3)).toHaveCount(0)
    })

  await test.step('another window says which files are missing, and publishes nothing', async () => {
    await waitUntilSaved(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    const missing = other.getByText('one.jpg, two.jpg, three.jpg were chosen but have not been uploaded.')
    await expect(missing).toBeVisible()
    await other.getByRole('button', { name: 'More actions' }).click()
    await expect(other.getByRole('button', { name: 'Publish now' })).toBeDisabled()
    await other.close()
  })

  await test.step('Publish now sends all three', async () => {
    await chooseMore(page, 'Publish now')
    await expect(waitingTo(page, 'Publishes', 3)).toBeVisible()
    await expectAccessible(page)
    release()
    await answerYes(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'facebook')
    await expectOnce(page, message, { photos: 3 })
  })
})
