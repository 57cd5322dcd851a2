import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const

const desktop = { width: 1440, height: 900 }

/** Makes the window of a phone one of a desktop: its size, a mouse, and scroll bars. */
export async function widen(page: Page): Promise<void> {
  await page.setViewportSize(desktop)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...desktop,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  // Without these the phone would be looked at twice.
  const device = () =>
    page.evaluate(() => [window.innerWidth, window.matchMedia('(pointer: coarse)').matches])
  await expect.poll(device).toEqual([desktop.width, false])
}

/** How many animations are running that come to an end. */
const animations = () =>
  document
    .getAnimations()
    .filter(each => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    .length

/** In both themes axe finds nothing in what is on the screen, and nothing scrolls sideways. There are no frames in it. */
export async function expectGoodLooks(page: Page, where = 'as it is'): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // What is half faded in has other colours; spinners run for ever and are not waited for.
    await expect.poll(() => page.evaluate(animations)).toBe(0)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // The dark theme is the same page in other colours.
    if (scheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
    expect.soft(found, `axe, ${where}, ${scheme}`).toEqual([])
  }
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(tooWide, `pixels to scroll sideways, ${where}`).toBeLessThanOrEqual(0)
}
