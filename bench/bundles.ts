import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { type Stage, signIn } from './stage.ts'

/** First-load JavaScript in kilobytes, brotli, and what it should stay under (interface budget of issue 2). */
const routes: readonly { name: string; path: string; email: string | null; budget: number | null }[] = [
  { name: 'login', path: '/', email: null, budget: 90 },
  { name: 'calendar', path: '/1/calendar', email: 'ada@bluebird.example', budget: 230 },
  {
    name: 'manage-post',
    path: '/1/manage-post/facebook?postId=1',
    email: 'ada@bluebird.example',
    budget: null,
  },
  { name: 'approval list', path: '/1/approval', email: 'emil@harbor.example', budget: null },
]

/** Long enough for what a route loads by itself; the live updates never let the network fall idle. */
const SETTLE_MS = 2500

const brotliSize = async (url: string): Promise<number> => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return brotliCompressSync(Buffer.from(await response.arrayBuffer())).length
}

/** Opens each route in a fresh browser and adds up the scripts that it really fetched. */
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
      if (response.request().resourceType() === 'script') scripts.add(response.url())
    })
    await page.goto(stage.url + route.path)
    await page.waitForTimeout(SETTLE_MS)
    await context.close()
    const bytes = (await Promise.all([...scripts].map(brotliSize))).reduce((sum, size) => sum + size, 0)
    const budget =
      route.budget === null
        ? ''
        : `   budget ${route.budget} kB${bytes / 1000 > route.budget ? '   OVER' : ''}`
    lines.push(
      `${`first-load JS, ${route.name}`.padEnd(34)} ${(bytes / 1000).toFixed(1).padStart(6)} kB brotli${budget}`,
    )
  }
  await browser.close()
  return lines
}
