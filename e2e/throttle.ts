import type { Browser, BrowserContext } from '@playwright/test'
import { expectClosedWindow } from './closed-window.ts'

// A step that does not wait for the page passes nine times out of ten on a fast machine. These two variables provoke the tenth:
//   E2E_DELAY=3000 E2E_SLOW=3 npm test -- --only e2e

/** The longest delay of a request, in milliseconds; most are far shorter. */
const delayMs = Number(process.env.E2E_DELAY ?? 0)
/** How many times slower the browser's processor runs. */
const slowness = Number(process.env.E2E_SLOW ?? 1)

/** Slows the connection and processor of every window that this browser opens, if the environment asks for it. */
export function throttle(browser: Browser): void {
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
    await route.continue().catch(expectClosedWindow)
  })

const slowDown = (context: BrowserContext) =>
  context.on('page', page => {
    const slow = async () => {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    }
    slow().catch(expectClosedWindow)
  })
