import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test'
import { findChromium } from '../../tools/chromium.ts'
import { ownFolder } from '../stage.ts'
import { type Recorded, recorderParts } from './recorder.ts'

export const deskSize = { width: 1440, height: 900 }
export const desk: BrowserContextOptions = { viewport: deskSize }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}

/** The two processors that everything is measured on: this one, and one four times slower. */
export const rates = [1, 4] as const
export type Rate = (typeof rates)[number]

/** A tab in a browser context of its own: nothing is in its cache. */
export type Tab = {
  readonly page: Page
  readonly devtools: CDPSession
  slowDown(rate: Rate): Promise<void>
  read(): Promise<Recorded>
  /** Waits until all cards of a month are drawn, which is done in steps, and the page has had nothing long to do for a while. */
  settle(): Promise<Recorded>
  close(): Promise<void>
}

/** Builds the pages if their sources have changed since. Before Galley is started: it looks once whether there are pages to send. */
export const buildPages = (): void => {
  const builder = path.join(ownFolder, 'tools/build-web.mjs')
  if (spawnSync(process.execPath, [builder], { stdio: 'inherit' }).status !== 0)
    throw new Error('the web pages could not be built')
}

export const launch = (): Promise<Browser> => {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

const QUIET_MS = 700
const PATIENCE_MS = 120_000

/** Opens an empty tab of somebody who is signed in, or of nobody. */
export const openTab = async (
  browser: Browser,
  options: BrowserContextOptions,
  token: string | null,
): Promise<Tab> => {
  const context = await browser.newContext(options)
  for (const part of recorderParts) await context.addInitScript(part)
  if (token !== null)
    await context.addInitScript(
      stored => localStorage.setItem('galley-session', stored),
      JSON.stringify({ token, expiresAt: Date.now() + 3_000_000 }),
    )
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const devtools = await context.newCDPSession(page)
  const read = () => page.evaluate(() => window.bench.read())
  return {
    page,
    devtools,
    slowDown: async rate => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    },
    read,
    settle: async () => {
      const limit = Date.now() + PATIENCE_MS
      for (;;) {
        const state = await read()
        const isDrawn = state.cards > 0 && state.firstCardsMs > 0 && state.waitingDays === 0
        if (isDrawn && state.quietMs > QUIET_MS) return state
        if (Date.now() > limit) throw new Error('the page does not come to rest')
        await sleep(200)
      }
    },
    close: () => context.close(),
  }
}

/** What one measurement may take in all; it is made twice at least. */
const PATIENCE_OF_RUNS_MS = 20_000

/** Repeats the measurement this often, or, if it takes long, as often as there is time for. */
export const repeat = async <T>(runs: number, work: (run: number) => Promise<T>): Promise<T[]> => {
  const begun = performance.now()
  const results: T[] = []
  while (results.length < runs) {
    results.push(await work(results.length))
    if (results.length >= Math.min(2, runs) && performance.now() - begun > PATIENCE_OF_RUNS_MS) break
  }
  return results
}
