import type { Browser, BrowserContext } from '@playwright/test'

// A step that does not wait for the page passes on a quick machine nine times out of ten. These two make the tenth time come at once:
//   E2E_DELAY=3000 E2E_SLOW=3 npm test -- --only e2e

/** No request waits longer than this, in milliseconds; most wait far shorter. */
const delayMs = Number(process.env.E2E_DELAY ?? 0)
/** How many times slower the browser's processor is. */
const slowness = Number(process.env.E2E_SLOW ?? 1)

/** Makes connection and processor rough for all windows that this browser will open, where the environment asks for it. */
export function roughen(browser: Browser): void {
  if (delayMs <= 0 && slowness <= 1) return
  const open = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await open(options)
    if (delayMs > 0) await delay(context)
    if (slowness > 1) slowDown(context)
    return context
  }
}

const delay = (context: BrowserContext) =>
  context.route('**/*', async route => {
    await new Promise(resolve => setTimeout(resolve, Math.random() ** 3 * delayMs))
    // The window may have been closed meanwhile.
    await route.continue().catch(() => undefined)
  })

const slowDown = (context: BrowserContext) =>
  context.on('page', page => {
    const slow = async () => {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    }
    // The window may have been closed meanwhile.
    slow().catch(() => undefined)
  })
