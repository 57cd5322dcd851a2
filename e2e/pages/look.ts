import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const

/** How many movements are under way that come to an end. */
const movements = () =>
  document
    .getAnimations()
    .filter(each => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    .length

/** Both themes of what is on the screen: nothing that axe objects to, and no scrolling sideways. There are no frames in it. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // What is half faded in has other colours; what turns for ever (a spinner) is not waited for.
    await expect.poll(() => page.evaluate(movements)).toBe(0)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // The dark theme is the same page in other colours.
    if (scheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
    expect.soft(found, `axe, ${scheme}`).toEqual([])
  }
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(tooWide, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
}
