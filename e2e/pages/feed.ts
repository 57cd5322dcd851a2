import { expect, type Page } from '@playwright/test'
import { networkNames } from '../names.ts'

type Network = keyof typeof networkNames

/** The sandbox stands one port beside Galley, unless its address is given. */
const sandboxOf = (galley: string): string => {
  const { protocol, hostname, port } = new URL(galley)
  return process.env.E2E_SANDBOX_URL ?? `${protocol}//${hostname}:${Number(port) + 1}`
}

/** What the public sees; `galley` is the product's own address. */
export const openFeed = async (page: Page, galley: string, network: Network): Promise<void> => {
  await page.goto(sandboxOf(galley))
  const brand = page.locator('.brand', { hasText: 'Harbor Coffee Roasters' })
  await brand.getByRole('link', { name: networkNames[network] }).click()
}

/** The post with this text is there: once, and with all of its photos. */
export async function expectOnce(page: Page, text: string, { photos }: { photos: number }): Promise<void> {
  const posts = page.getByRole('article').filter({ hasText: text })
  await expect(posts).toHaveCount(1)
  const pictures = posts.locator('.photos img')
  await expect(pictures).toHaveCount(photos)
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
}
