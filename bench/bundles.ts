import { chromium } from '@playwright/test'
import { compressedSize, kilobytesOf, pages, scriptsOf } from '../tools/bundles.ts'
import { findChromium } from '../tools/chromium.ts'
import { type Stage, signIn } from './stage.ts'

/** The pages' addresses, and who opens them. Their budgets are in tools/bundles.ts, which fails the tests when one is exceeded. */
const routes: readonly { name: string; path: string; email: string | null }[] = [
  { name: 'login', path: '/', email: null },
  { name: 'calendar', path: '/1/calendar', email: 'ada@bluebird.example' },
  { name: 'manage-post', path: '/1/manage-post/facebook?postId=1', email: 'ada@bluebird.example' },
  { name: 'approval list', path: '/1/approval', email: 'emil@harbor.example' },
]

/** Long enough for everything a route loads by itself; live updates keep the network from ever being idle. */
const SETTLE_MS = 2500

/** What the browser loaded beyond what the page needs at once: preloaded, or missing from the list. */
const lineOf = (name: string, fetched: ReadonlySet<string>): string => {
  const expected = kilobytesOf(scriptsOf(pages.find(page => page.name === name)?.modules ?? []))
  const sizes = new Map([...fetched].map(file => [file, compressedSize(file)]))
  return `${`JS of the first seconds, ${name}`.padEnd(34)} ${kilobytesOf(sizes).toFixed(1).padStart(6)} kB brotli   at once ${expected.toFixed(1)} kB`
}

/** Opens each route in a fresh browser and adds up the scripts it fetched. */
export const benchBundles = async (stage: Stage): Promise<string[]> => {
  const browser = await chromium.launch({
    ...(findChromium() ? { executablePath: findChromium() ?? '' } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const lines: string[] = []
  for (const route of routes) {
    const context = await browser.newContext()
    if (route.email) {
      const token = await signIn(stage, route.email)
      await context.addInitScript(
        stored => {
          localStorage.setItem('galley-session', stored)
        },
        JSON.stringify({ token, expiresAt: Date.now() + 3_000_000 }),
      )
    }
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('response', response => {
      if (response.request().resourceType() === 'script')
        scripts.add(new URL(response.url()).pathname.slice(1))
    })
    await page.goto(stage.url + route.path)
    await page.waitForTimeout(SETTLE_MS)
    await context.close()
    lines.push(lineOf(route.name, scripts))
  }
  await browser.close()
  return lines
}
