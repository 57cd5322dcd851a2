import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, openFeed } from './pages/feed.ts'
import { addFiles, chooseMore, expectResult, startPost, waitUntilSaved, write } from './pages/manage-post.ts'
import { writePhoto } from './photo.ts'

test('a photo of one post is chosen from the library for another, and published', async ({
  openAs,
  galley,
}, testInfo) => {
  const page = await openAs('agency-admin')
  const name = `${uniqueWord()}.jpg`
  const photo = testInfo.outputPath(name)
  await writePhoto(photo)
  const first = `The first use, ${uniqueWord()}.`
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', first)
  await addFiles(page, photo)
  await waitUntilSaved(page)

  const text = `The same photo again, ${uniqueWord()}.`
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', text)
  await page.getByRole('button', { name: 'Choose from library' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose from library' })
  await picker.getByRole('textbox', { name: 'Search files by name' }).fill(name)
  await expect(picker.getByRole('listitem')).toHaveCount(1)
  await picker.getByRole('button', { name: new RegExp(name) }).click()
  await expectAccessible(page)
  await picker.getByRole('button', { name: 'Add to post' }).click()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
  await waitUntilSaved(page)

  await test.step('the library names both posts', async () => {
    const other = await page.context().newPage()
    await other.goto(`${new URL(page.url()).pathname.split('/').slice(0, 2).join('/')}/media?q=${name}`)
    const file = other.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect(file).toHaveCount(1)
    await expect(file.getByRole('link')).toHaveText(
      [text.slice(0, 20), first.slice(0, 16)].map(start => new RegExp(start)),
    )
    await expectAccessible(other)
    await other.close()
  })

  await chooseMore(page, 'Publish now')
  await page
    .getByRole('dialog', { name: 'Publish now?' })
    .getByRole('button', { name: 'Publish now' })
    .click()
  await expectResult(page, 'Published')
  await openFeed(page, galley, 'facebook')
  await expectOnce(page, text, { photos: 1 })
})
