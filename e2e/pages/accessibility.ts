import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type RunOptions = Parameters<AxeBuilder['options']>[0]

export const schemes = ['light', 'dark'] as const

/** `npm run test:all`: every screen at both widths, every state in both themes. */
export const looksAtAll = process.env.LOOKS === 'all'

const desktop = { width: 1440, height: 900 }

/** Turns a phone's window into a desktop's, with its size, a mouse and scroll bars. */
export async function widen(page: Page): Promise<void> {
  await page.setViewportSize(desktop)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...desktop,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  // Otherwise the phone could be checked twice.
  const device = () =>
    page.evaluate(() => [window.innerWidth, window.matchMedia('(pointer: coarse)').matches])
  await expect.poll(device).toEqual([desktop.width, false])
}

/**
 * Finishes all animations and waits until nothing moves, because a half-faded element has other colours. Endless spinners are ignored.
 * Runs within the page, because polling from outside waits half a second each time.
 */
const finishAnimations = async () => {
  const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const moving = () =>
    document
      .getAnimations()
      .filter(each => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
  const until = performance.now() + 20_000
  // A finished animation may start another one in the next frame.
  for (let quiet = 0; quiet < 2; ) {
    await nextFrame()
    const found = moving()
    for (const each of found) each.finish()
    quiet = found.length === 0 ? quiet + 1 : 0
    if (performance.now() > until) throw new Error('The page keeps moving')
  }
}

/** What axe finds in the page as it is. The page has no frames, so one axe.run() sees all of it. */
async function violations(page: Page, only: RunOptions): Promise<string[]> {
  // Loading axe takes as long as a run of it, so it stays in the page.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '0' }) }).setLegacyMode()
  const { violations } = await axe.options({ ...only, resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
}

/** Elements of which every property has a transition: with one on each, another theme took half a second of processor time. */
const countMoving = () =>
  [...document.querySelectorAll('body, body *')].filter(element => {
    const { transitionProperty, transitionDuration } = getComputedStyle(element)
    return transitionProperty === 'all' && transitionDuration !== '0s'
  }).length

/**
 * Expects that axe finds nothing on the screen, that nothing scrolls sideways, and that reduced motion is obeyed. In the light theme
 * unless all is looked at: the walks of accessibility.spec.ts see each screen in both.
 */
export async function expectAccessible(
  page: Page,
  where = 'as it is',
  themes = looksAtAll ? schemes : schemes.slice(0, 1),
): Promise<void> {
  for (const scheme of themes) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    await page.evaluate(finishAnimations)
    // The dark theme is the same page in other colours, so only contrast is checked again.
    const found = await violations(page, scheme === 'dark' ? { runOnly: ['color-contrast'] } : {})
    expect.soft(found, `axe, ${where}, ${scheme}`).toEqual([])
  }
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(await page.evaluate(countMoving), `elements that move as a whole, ${where}`).toBe(0)
  expect.soft(tooWide, `pixels to scroll sideways, ${where}`).toBeLessThanOrEqual(0)
}
