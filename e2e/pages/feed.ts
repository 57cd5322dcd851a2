import { expect, type Locator, type Page } from '@playwright/test'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '../names.ts'
import { sandboxUrl } from './sandbox.ts'

/** What the public sees; `galley` is the address of the server under test. */
export const openFeed = async (page: Page, galley: string, network: SocialNetwork): Promise<void> => {
  await page.goto(sandboxUrl(galley))
  const brand = page.locator('.brand', { hasText: 'Harbor Coffee Roasters' })
  await brand.getByRole('link', { name: networkNames[network] }).click()
  // Otherwise later counts could be of the page before the feed.
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible()
}

/** The post with this text, which must appear exactly once, with all of its photos. */
export async function expectOnce(page: Page, text: string, { photos }: { photos: number }): Promise<Locator> {
  const posts = page.getByRole('article').filter({ hasText: text })
  await expect(posts).toHaveCount(1)
  const pictures = posts.locator('.photos img')
  await expect(pictures).toHaveCount(photos)
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  return posts
}

/** Expects that the post's video can be played: it has loaded and has a length. */
export const expectVideo = (post: Locator): Promise<void> =>
  expect
    .poll(() => post.locator('video').evaluate(video => (video as HTMLVideoElement).duration))
    .toBeGreaterThan(1)
