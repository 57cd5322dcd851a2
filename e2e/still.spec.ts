import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { demoProject } from './given.ts'

/** A pixel or two of another font do not make anybody miss a button. */
const PIXELS = 8

/** Writes down what can be clicked and moves within its page after it has been shown. */
const watchMoves = (pixels: number) => {
  type Place = { x: number; y: number }
  const first = new Map<Element, Place>()
  const moved: string[] = []
  const placeOf = (element: Element): Place => {
    const { left, top } = element.getBoundingClientRect()
    let [x, y] = [left, top]
    for (let above = element.parentElement; above; above = above.parentElement) {
      x += above.scrollLeft
      y += above.scrollTop
    }
    return { x, y }
  }
  const look = () => {
    for (const element of document.querySelectorAll('button, a[href], input, select')) {
      // A list that is drawn as it is scrolled has estimated heights where nobody looks.
      if (!element.checkVisibility({ contentVisibilityAuto: true })) continue
      const place = placeOf(element)
      const before = first.get(element) ?? place
      first.set(element, place)
      const [right, down] = [Math.round(place.x - before.x), Math.round(place.y - before.y)]
      if (Math.max(Math.abs(right), Math.abs(down)) > pixels)
        moved.push(
          `${element.getAttribute('aria-label') ?? element.textContent}: ${right} right, ${down} down`,
        )
    }
    requestAnimationFrame(look)
  }
  look()
  Object.assign(globalThis, { movedSinceShown: moved })
}

const moves = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { movedSinceShown: readonly string[] }).movedSinceShown)

/** What is shown last on each of them. */
const screens = [
  ['general settings', `/${demoProject}/settings/general`, 'Delete project'],
  ['agency', `/${demoProject}/settings/agency`, 'Pause all clients…'],
  ['notifications', `/${demoProject}/settings/notifications`, 'Tell me in this browser'],
  ['calendar', `/${demoProject}/calendar`, /^Unscheduled \(/],
  ['content', `/${demoProject}/content`, 'Columns'],
  ['new post', `/${demoProject}/manage-post/facebook`, 'Autoposting'],
  ['board', '/board', /^(Nobody needs a reminder\.|Waiting for )/],
  ['offered clients', '/offered', 'You are offered no client'],
  ['archived clients', '/archived', /archived/],
] as const

test('nothing that can be clicked moves while the rest of its page is loaded', async ({ openAs }) => {
  const page = await openAs('agency-admin', {}, '/offered')
  await page.addInitScript(watchMoves, PIXELS)
  const openCalls = new Set<unknown>()
  // Data comes after the page's parts, as it does on a slow line.
  await page.route(/\/api\/(?!.*(events|stream))/, async route => {
    openCalls.add(route)
    await new Promise(resolve => setTimeout(resolve, 250))
    await route.continue().catch(() => undefined)
    openCalls.delete(route)
  })
  for (const [screen, address, last] of screens)
    await test.step(screen, async () => {
      await page.goto(address)
      await expect(page.getByText(last).last()).toBeVisible()
      await expect.poll(() => openCalls.size).toBe(0)
      expect(await moves(page), screen).toEqual([])
    })
})
