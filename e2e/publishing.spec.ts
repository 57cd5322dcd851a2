import type { Page } from '@playwright/test'
import { ageUnansweredPublication } from './age-publication.ts'
import { expect, test } from './fixtures.ts'
import { type networkNames, uniqueWord } from './names.ts'
import { expectOnce, expectVideo, openFeed } from './pages/feed.ts'
import {
  addFiles,
  addFirstComment,
  chooseFiles,
  copyToOthers,
  describePictures,
  expectResult,
  publishNow,
  resultOn,
  startPost,
  versionOf,
  waitUntilSaved,
  write,
  writeCard,
} from './pages/manage-post.ts'
import { sandboxNetworks } from './pages/sandbox.ts'
import { writeClip, writePhoto } from './photo.ts'

// Unique texts, so that a second try on the same server finds its own posts.
let mark = ''
test.beforeEach(() => {
  mark = uniqueWord()
})
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

test('every kind of post is written, published, and seen by its public once', async ({
  openAs,
  galley,
}, testInfo) => {
  test.setTimeout(360_000)
  const page = await openAs('agency-admin')
  const home = page.url()
  const file = (name: string) => testInfo.outputPath(name)
  await writePhoto(file('one.jpg'))
  await writePhoto(file('two.jpg'), { sky: '#d98ba3' })
  await writePhoto(file('three.jpg'), { sky: '#5b7fb8' })
  await writePhoto(file('story.jpg'), { height: 1920 })
  await writeClip(file('film.mp4'), 'landscape.mp4')
  await writeClip(file('moving.gif'), 'moving.gif')

  await test.step('several photos with their descriptions, on every network that takes them', async () => {
    const text = `Three mornings by the water, ${mark}.`
    await startPost(page, ['facebook', 'instagram', 'linkedin'], 'multi_photo')
    await write(page, 'facebook', text)
    await addFiles(page, ...pictures.map(file))
    await describePictures(page, descriptions)
    await copyToOthers(page)
    await publishNow(page)
    await expectResult(page, 'All 3 published')
    for (const network of ['facebook', 'instagram', 'linkedin'] as const) {
      await openFeed(page, galley, network)
      const post = await expectOnce(page, text, { photos: 3 })
      const alts = await post
        .locator('.photos img')
        .evaluateAll(all => all.map(each => each.getAttribute('alt')))
      expect(alts, network).toEqual(Object.values(descriptions))
    }
    await page.goto(home)
  })

  await test.step('a video with its thumbnail and title, on Facebook', async () => {
    const text = `Four seconds of the roastery, ${mark}.`
    await startPost(page, ['facebook'], 'single_video')
    await write(page, 'facebook', text)
    await addFiles(page, file('film.mp4'))
    const details = page.getByRole('region', { name: 'Details of film.mp4' })
    await chooseFiles(page, details.getByRole('button', { name: 'Choose: Thumbnail' }), file('one.jpg'))
    await expect(details.getByRole('img', { name: 'Thumbnail' })).toBeVisible()
    await details.getByLabel('Title').fill('The drum at work')
    await waitUntilSaved(page)
    const post = await publishAndSee(page, galley, 'facebook', text)
    await expectVideo(post)
    await expect(post.locator('video')).toHaveAttribute('poster', /media/)
    await expect(post.getByText('The drum at work')).toBeVisible()
    await page.goto(home)
  })

  await test.step('cards with links, on Facebook', async () => {
    const text = `Where to find us, ${mark}.`
    await startPost(page, ['facebook'], 'link_carousel')
    await write(page, 'facebook', text)
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
    await page.goto(home)
  })

  await test.step('a moving GIF, on LinkedIn', async () => {
    const text = `It turns and turns, ${mark}.`
    await startPost(page, ['linkedin'], 'animated_gif')
    await write(page, 'linkedin', text)
    await addFiles(page, file('moving.gif'))
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'linkedin')
    const post = await expectOnce(page, text, { photos: 1 })
    await expect(post.getByText('GIF', { exact: true })).toBeVisible()
    await page.goto(home)
  })

  await test.step('a story, on Instagram, by hand as its notice says', async () => {
    await openFeed(page, galley, 'instagram')
    const stories = page.getByRole('region', { name: 'Stories' }).getByRole('listitem')
    const before = await stories.count()
    await page.goto(home)
    await startPost(page, ['instagram'], 'photo_story')
    await expect(page.getByText(/Published by hand: autoposting is off for this type/)).toBeVisible()
    await addFiles(page, file('story.jpg'))
    await publishNow(page)
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'instagram')
    await expect(stories).toHaveCount(before + 1)
    await page.goto(home)
  })

  await test.step('a video, on Twitter', async () => {
    const text = `The same four seconds, ${mark}.`
    await startPost(page, ['twitter'], 'single_video')
    await write(page, 'twitter', text)
    await addFiles(page, file('film.mp4'))
    await expectVideo(await publishAndSee(page, galley, 'twitter', text))
  })
})

test('a mention and a first comment appear on the feed', async ({ openAs, galley }) => {
  const page = await openAs('agency-admin')
  const text = `Packed for the hills with our friends, ${mark}. `
  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', text.trim())
  await page.keyboard.press('End')
  await page.keyboard.type(' @northw')
  const people = page.getByRole('listbox', { name: 'Mentions' })
  await people.getByRole('option', { name: /Northwind Outdoors/ }).click()
  await expect(people).toBeHidden()
  await addFirstComment(page, `The list is on our site, ${mark}.`)
  await publishNow(page)
  await expectResult(page, 'Published')
  await expect(resultOn(page, 'facebook').getByText('First comment added')).toBeVisible({ timeout: 60_000 })
  await openFeed(page, galley, 'facebook')
  const post = await expectOnce(page, text.trim(), { photos: 0 })
  await expect(post.getByText(/Northwind/).first()).toBeVisible()
  await expect(post.getByText(`The list is on our site, ${mark}.`)).toHaveCount(1)
})

test('a post that one network refuses says so, and is published again only there', async ({
  openAs,
  galley,
}, testInfo) => {
  const page = await openAs('agency-admin')
  const text = `One photo for everybody, ${mark}.`
  const photo = testInfo.outputPath('everybody.jpg')
  await writePhoto(photo)
  await startPost(page, ['facebook', 'instagram', 'linkedin', 'twitter'], 'single_photo')
  await write(page, 'facebook', text)
  await addFiles(page, photo)
  await copyToOthers(page)
  await sandboxNetworks(page, galley).fail('linkedin', 'processing_failed')
  await publishNow(page)
  await expectResult(page, '3 of 4 published')
  const failed = resultOn(page, 'linkedin')
  await expect(failed.getByText('The network refused a photo or video of the post.')).toBeVisible()
  await expect(
    failed.getByText(/It could not use the file.*Replace the file and publish again\./),
  ).toBeVisible()
  await expect(versionOf(page, 'linkedin')).toContainText('Publishing Failed')

  await page.getByRole('button', { name: 'Publish again' }).click()
  const question = page.getByRole('dialog', { name: 'Publish again?' })
  await expect(question.getByText(/LinkedIn only/)).toBeVisible()
  await question.getByRole('button', { name: 'Publish again' }).click()
  await expectResult(page, 'All 4 published')
  for (const network of ['facebook', 'instagram', 'linkedin', 'twitter'] as const) {
    await openFeed(page, galley, network)
    await expectOnce(page, text, { photos: 1 })
  }
})

test('a publication with an unknown result is resolved by a person, either way', async ({
  openAs,
  galley,
}) => {
  test.setTimeout(360_000)
  const page = await openAs('agency-admin')
  const home = page.url()
  const network = sandboxNetworks(page, galley)
  const asked = 'It is not certain whether the post went out.'
  /** Publishes it; the answer is lost, and the account cannot be read. */
  const sendIntoTheDark = async (text: string) => {
    await startPost(page, ['facebook'], 'text')
    await write(page, 'facebook', text)
    await network.fail('facebook', 'readback_down', null)
    await network.fail('facebook', 'lost_answer')
    await publishNow(page)
    // Galley keeps looking for half an hour, so the row is made older instead.
    await ageUnansweredPublication(page.url())
    await expect(resultOn(page, 'facebook').getByText(asked)).toBeVisible({ timeout: 60_000 })
  }

  await test.step('a person who has seen it confirms that it is live', async () => {
    const text = `Did this one arrive, ${mark}?`
    await sendIntoTheDark(text)
    await page.getByRole('button', { name: 'It is live on Facebook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it live on Facebook?' })
    await dialog.getByRole('button', { name: 'It is live' }).click()
    await expectResult(page, 'Published')
    await network.clearFaults()
    await openFeed(page, galley, 'facebook')
    await expectOnce(page, text, { photos: 0 })
    await page.goto(home)
  })

  await test.step('publish again finds it there, and sends nothing', async () => {
    const text = `And did that one, ${mark}?`
    await sendIntoTheDark(text)
    await network.clearFaults()
    await page.getByRole('button', { name: 'Publish again on Facebook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish again on Facebook?' })
    await dialog.getByRole('button', { name: 'Publish again' }).click()
    await expectResult(page, 'Published')
    await openFeed(page, galley, 'facebook')
    await expectOnce(page, text, { photos: 0 })
  })
})

test('a refused first comment leaves the post live, and is retried', async ({ openAs, galley }) => {
  const page = await openAs('agency-admin')
  const text = `The recipe is in the comments, ${mark}.`
  const comment = `Eighteen grams, thirty seconds, ${mark}.`
  await startPost(page, ['linkedin'], 'text')
  await write(page, 'linkedin', text)
  await addFirstComment(page, comment)
  await sandboxNetworks(page, galley).fail('linkedin', 'comment_refused')
  await publishNow(page)
  const outcome = resultOn(page, 'linkedin')
  await expect(outcome.getByText('Post is live, the first comment was refused')).toBeVisible({
    timeout: 60_000,
  })
  // The preview is what the public sees.
  await expect(page.getByRole('main').getByText(comment)).toHaveCount(0)
  await outcome.getByRole('button', { name: 'Retry the comment' }).click()
  await expect(outcome.getByText('First comment added')).toBeVisible({ timeout: 60_000 })
  await openFeed(page, galley, 'linkedin')
  const post = await expectOnce(page, text, { photos: 0 })
  await expect(post.getByText(comment)).toHaveCount(1)
})

test('an account whose access has expired says so, and publishes again once reconnected', async ({
  openAs,
  galley,
}) => {
  const page = await openAs('agency-admin')
  const home = page.url()
  const text = `Back in a minute, ${mark}.`
  await startPost(page, ['linkedin'], 'text')
  await write(page, 'linkedin', text)
  await sandboxNetworks(page, galley).expire('linkedin')
  await publishNow(page)
  await expect(resultOn(page, 'linkedin').getByText('The account needs to be reconnected.')).toBeVisible({
    timeout: 60_000,
  })
  const post = page.url()

  await page.goto(home.replace('calendar', 'settings/social-accounts'))
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Reconnect LinkedIn' }) })
  await expect(row.getByText('Needs reconnecting')).toBeVisible()
  await expect(row.getByRole('link', { name: /posts? at risk/ })).toBeVisible()
  await row.getByRole('link', { name: 'Reconnect LinkedIn' }).click()
  await page.getByRole('button', { name: /Continue as Dana Reed/ }).click()
  await expect(row.getByText('Works')).toBeVisible()
  await expect(row.getByText(/at risk/)).toBeHidden()

  await page.goto(post)
  await page.getByRole('button', { name: 'Publish again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click()
  await expectResult(page, 'Published')
  await openFeed(page, galley, 'linkedin')
  await expectOnce(page, text, { photos: 0 })
})
