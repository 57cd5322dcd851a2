import type { BrowserContext } from '@playwright/test'

// A step that does not wait for the page passes on a quick machine nine times out of ten. These two make the tenth time come at once:
//   E2E_DELAY=3000 E2E_SLOW=3 npm test -- --only e2e

/** No request waits longer than this, in milliseconds; most wait far shorter. */
const delayMs = Number(process.env.E2E_DELAY ?? 0)
/** How many times slower the browser's processor is. */
const slowness = Number(process.env.E2E_SLOW ?? 1)

/** Makes the connection and the processor of these windows rough, where the environment asks for it. */
export async function roughen(context: BrowserContext): Promise<void> {
  if (delayMs > 0)
    await context.route('**/*', async route => {
      await new Promise(resolve => setTimeout(resolve, Math.random() ** 3 * delayMs))
      // The window may have been closed meanwhile.
      await route.continue().catch(() => undefined)
    })
  if (slowness > 1)
    context.on('page', async page => {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    })
}
