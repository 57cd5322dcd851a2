import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { waitUntilSaved } from './pages/manage-post.ts'

test('text typed offline survives a reload and is saved once the connection is back', async ({
  openAs,
  consoleErrors,
}) => {
  const { path } = await givenPost({ message: 'Written with a connection.' })
  const page = await openAs('content-creator', {}, path)
  const context = page.context()
  const editor = page.getByRole('textbox', { name: 'Message on Facebook' })
  await editor.click()

  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED/, 'this journey pulls the plug')
  await context.setOffline(true)
  await editor.press('ControlOrMeta+End')
  await page.keyboard.type(' And this without.')
  await expect(page.getByText('Offline, kept on this device')).toBeVisible()

  // A browser cannot load a page offline, so reads work again here and only writes fail.
  await context.route('**/api/**', route =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('internetdisconnected'),
  )
  await context.setOffline(false)
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  const offer = page.getByRole('region', { name: 'Kept on this device' })
  await expect(offer).toContainText('And this without.')
  await expectAccessible(page)
  await context.unroute('**/api/**')
  await offer.getByRole('button', { name: 'Restore' }).click()
  await waitUntilSaved(page)

  await page.reload()
  await expect(editor).toHaveText('Written with a connection. And this without.')
  await expect(offer).toBeHidden()
})
