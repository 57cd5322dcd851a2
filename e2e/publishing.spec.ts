import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import type { networkNames } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, expectVideo, openFeed } from './pages/feed.ts'
import {
  addFiles,
  addFirstComment,
  chooseFiles,
  describePictures,
  expectResult,
  publishNow,
  resultOn,
  versionOf,
  waitUntilSaved,
  writeCard,
} from './pages/manage-post.ts'
import { sandboxNetworks } from './pages/sandbox.ts'
import { writeClip, writePhoto } from './photo.ts'

const pictures = ['one.jpg', 'two.jpg', 'three.jpg'] as const
const descriptions = { 'one.jpg': 'A sun over the bay', 'two.jpg': 'Rose light', 'three.jpg': 'Blue hour' }

// These journeys' faults end with them.
test.afterEach(async ({ page, galley }) => sandboxNetworks(page, galley).clearFaults())

/** Publishes the post in the editor, and views it as the public does. */
async function publishAndSee(page: Page, galley: string, network: keyof typeof networkNames, text: string) {
  await publishNow(page)
  await expectResult(page, 'Published')
  await openFeed(page, galley, network)
  return expectOnce(page, text, { photos: 0 })
}

/** Writes the three pictures, each of another colour, to these paths. */
async function writePictures(file: (name: string) => string): Promise<void> {
  for (const [index, name] of pictures.entries())
    await writePhoto(file(name), { sky: ['#f6b26b', '#d98ba3', '#5b7fb8'][index] ?? '' })
}

/** Opens the editor of a post that was made by calls. @returns its text */
const startOn =
  (page: Page) =>
  async (kind: Parameters<typeof givenPost>[0]): Promise<string> => {
    const { path, project, message } = await givenPost(kind)
    await page.goto(`/${project}/${path}`)
    return message
  }

test('photos, a mention with a first comment, and a video are published, and seen by their public once', async ({
  openAs,
  galley,
}, testInfo) => {
  const file = (name: string) => testInfo.outputPath(name)
  await writePictures(file)
  await writeClip(file('film.mp4'), 'landscape.mp4')
  const page = await openAs('agency-admin')
  const start = startOn(page)

  await test.step('several photos with their descriptions, on every network that takes them', async () => {
    const networks = ['facebook', 'instagram', 'linkedin'] as const
    const text = await start({ networks, type: 'multi_photo' })
    await addFiles(page, ...pictures.map(file))
    await describePictures(page, descriptions)
    await publishNow(page)
    await expectResult(page, 'All 3 published')
    await expectAccessible(page, 'a post that is live')
    for (const network of networks) {
      await openFeed(page, galley, network)
      const post = await expectOnce(page, text, { photos: 3 })
      const alts = await post
        .locator('.photos img')
        .evaluateAll(all => all.map(each => each.getAttribute('alt')))
      expect(alts, network).toEqual(Object.values(descriptions))
    }
  })

  await test.step('a text with a mention and a first comment, on Facebook', async () => {
    const text = await start({})
    await page.getByRole('textbox', { name: 'Message on Facebook' }).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' @northw')
    const people = page.getByRole('listbox', { name: 'Mentions' })
    await expect(people.getByRole('option', { name: /Northwind Outdoors/ })).toBeVisible()
    await expectAccessible(page, 'the list of mentions')
    await people.getByRole('option', { name: /Northwind Outdoors/ }).click()
    await expect(people).toBeHidden()
    await addFirstComment(page, 'The list is on our site.')
    await publishNow(page)
    await expectResult(page, 'Published')
    await expect(resultOn(page, 'facebook').getByText('First comment added')).toBeVisible({ timeout: 60_000 })
    await openFeed(page, galley, 'facebook')
    const post = await expectOnce(page, text, { photos: 0 })
    await expect(post.getByText(/Northwind/).first()).toBeVisible()
    await expect(post.getByText('The list is on our site.')).toHaveCount(1)
  })

  await test.step('a video with its thumbnail and title, on Facebook', async () => {
    const text = await start({ type: 'single_video', files: [file('film.mp4')] })
    const details = page.getByRole('region', { name: 'Details of film.mp4' })
    await chooseFiles(page, details.getByRole('button', { name: 'Choose: Thumbnail' }), file('one.jpg'))
    await expect(details.getByRole('img', { name: 'Thumbnail' })).toBeVisible()
    await expectAccessible(page, 'a video with its thumbnail')
    await details.getByLabel('Title').fill('The drum at work')
    await waitUntilSaved(page)
    const post = await publishAndSee(page, galley, 'facebook', text)
    await expectVideo(post)
    await expect(post.locator('video')).toHaveAttribute('poster', /media/)
    await expect(post.getByText('The drum at work')).toBeVisible()
  })
})

// preview-equals-feed.test.ts publishes every kind on every network and compares its feed; this one begins in the editor.
test('cards, a moving GIF, a story and a video for Twitter are published, and seen by their public once @all', async ({
  openAs,
  galley,
}, testInfo) => {
  const file = (name: string) => testInfo.outputPath(name)
  await writePictures(file)
  await writePhoto(file('story.jpg'), { height: 1920 })
  await writeClip(file('film.mp4'), 'landscape.mp4')
  await writeClip(file('moving.gif'), 'moving.gif')
  const page = await openAs('agency-admin')
  const start = startOn(page)

  await test.step('cards with links, on Facebook', async () => {
    const text = await start({ type: 'link_carousel' })
    const places = ['Pier', 'Market', 'Station']
    for (const [index, place] of places.entries())
      await writeCard(page, index, {
        link: `https://harbor.example/${place.toLowerCase()}`,
        name: `The ${place} shop`,
        description: `Open daily at the ${place.toLowerCase()}`,
        picture: file(pictures[index] ?? ''),
      })
    await waitUntilSaved(page)
    const post = await publishAndSee(page, galley, 'facebook', text)
    const cards = post.getByRole('list', { name: '3 cards' }).getByRole('listitem')
    await expect(cards).toHaveText(places.map(place => new RegExp(`The ${place} shop`)))
    await expect(cards.locator('img')).toHaveCount(3)
    await expect(cards.first().getByRole('link')).toHaveAttribute('href', 'https://harbor.example/pier')
  })

  await test.step('a moving GIF, on LinkedIn', async () => {
    const text = await start({ networks: ['linkedin'], type: 'animated_gif', files: [file('moving.gif')] })
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'linkedin')
    const post = await expectOnce(page, text, { photos: 1 })
    await expect(post.getByText('GIF', { exact: true })).toBeVisible()
  })

  await test.step('a story, on Instagram, by hand as its notice says', async () => {
    await openFeed(page, galley, 'instagram')
    const stories = page.getByRole('region', { name: 'Stories' }).getByRole('listitem')
    const before = await stories.count()
    await start({ networks: ['instagram'], type: 'photo_story', message: '', files: [file('story.jpg')] })
    await expect(page.getByText(/Published by hand: autoposting is off for this type/)).toBeVisible()
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'instagram')
    await expect(stories).toHaveCount(before + 1)
  })

  await test.step('a video, on Twitter', async () => {
    const text = await start({ networks: ['twitter'], type: 'single_video', files: [file('film.mp4')] })
    await expectVideo(await publishAndSee(page, galley, 'twitter', text))
  })
})

test('a post that one network refuses says so, and is published again only there', async ({
  openAs,
  galley,
}, testInfo) => {
  const photo = testInfo.outputPath('everybody.jpg')
  await writePhoto(photo)
  const networks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
  const { path, message } = await givenPost({ networks, type: 'single_photo', files: [photo] })
  const page = await openAs('agency-admin', {}, path)
  await sandboxNetworks(page, galley).fail('linkedin', 'processing_failed')
  await publishNow(page)
  await expectResult(page, '3 of 4 published')
  const failed = resultOn(page, 'linkedin')
  await expect(failed.getByText('The network refused a photo or video of the post.')).toBeVisible()
  await expect(
    failed.getByText(/It could not use the file.*Replace the file and publish again\./),
  ).toBeVisible()
  await expect(versionOf(page, 'linkedin')).toContainText('Publishing Failed')
  await expectAccessible(page, 'a post that one network has refused')

  await page.getByRole('button', { name: 'Publish again' }).click()
  const question = page.getByRole('dialog', { name: 'Publish again?' })
  await expect(question.getByText(/LinkedIn only/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Publish again' }).click()
  await expectResult(page, 'All 4 published')
  for (const network of networks) {
    await openFeed(page, galley, network)
    await expectOnce(page, message, { photos: 1 })
  }
})

test('an account whose access has expired says so, and publishes again once reconnected', async ({
  openAs,
  galley,
}) => {
  const { path, message, project } = await givenPost({ networks: ['linkedin'] })
  const page = await openAs('agency-admin', {}, path)
  await sandboxNetworks(page, galley).expire('linkedin')
  await publishNow(page)
  await expect(resultOn(page, 'linkedin').getByText('The account needs to be reconnected.')).toBeVisible({
    timeout: 60_000,
  })

  await page.goto(`/${project}/settings/social-accounts`)
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Reconnect LinkedIn' }) })
  await expect(row.getByText('Needs reconnecting')).toBeVisible()
  await expectAccessible(page, 'the social accounts')
  await expect(row.getByRole('link', { name: /posts? at risk/ })).toBeVisible()
  await row.getByRole('link', { name: 'Reconnect LinkedIn' }).click()
  await page.getByRole('button', { name: /Continue as Dana Reed/ }).click()
  await expect(row.getByText('Works')).toBeVisible()
  await expect(row.getByText(/at risk/)).toBeHidden()

  await page.goto(`/${project}/${path}`)
  await page.getByRole('button', { name: 'Publish again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click()
  await expectResult(page, 'Published')
  await openFeed(page, galley, 'linkedin')
  await expectOnce(page, message, { photos: 0 })
})
