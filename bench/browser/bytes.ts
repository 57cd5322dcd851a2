import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { line } from '../figures.ts'
import { type Stage, signIn } from '../stage.ts'
import { desk, openTab, type Tab } from './windows.ts'

const CSS_AIM = 40

/** The pages' addresses in the demo, who opens them, and the kilobytes of script they may load (docs/measuring.md). */
const pages: readonly { name: string; path: string; email: string | null; aim: number }[] = [
  { name: 'login', path: '/', email: null, aim: 90 },
  { name: 'calendar', path: '/1/calendar', email: 'ada@bluebird.example', aim: 230 },
  {
    name: 'editor',
    path: '/1/manage-post/facebook?postId=1',
    email: 'ada@bluebird.example',
    aim: 330,
  },
  { name: 'approval list', path: '/1/approval', email: 'emil@harbor.example', aim: 130 },
  {
    name: 'approval item',
    path: '/1/approval/facebook?postId=6',
    email: 'emil@harbor.example',
    aim: 110,
  },
  { name: 'settings', path: '/1/settings/general', email: 'ada@bluebird.example', aim: 200 },
]

/** Long enough for everything a page loads by itself; live updates keep the network from ever being idle. */
const SETTLE_MS = 2500

type Kind = 'js' | 'css' | 'data' | 'other'

const kindOf = (url: string): Kind => {
  const { pathname } = new URL(url)
  if (pathname.endsWith('.js')) return 'js'
  if (pathname.endsWith('.css')) return 'css'
  return pathname.startsWith('/api/') ? 'data' : 'other'
}

type Received = { readonly kind: Kind; readonly bytes: number; readonly at: number }

/** Collects what arrives, by the browser's own count: compressed, with its headers. */
const listen = async ({ devtools }: Tab): Promise<Received[]> => {
  const kinds = new Map<string, Kind>()
  const received: Received[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    kinds.set(requestId, kindOf(request.url)),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    received.push({ kind: kinds.get(requestId) ?? 'other', bytes: encodedDataLength, at: performance.now() }),
  )
  await devtools.send('Network.enable')
  return received
}

const kilobytes = (received: readonly Received[], kind: Kind): number =>
  received.filter(one => one.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) / 1000

/** What a browser receives for each page, with empty caches, in its first seconds. */
export async function* benchBytes(browser: Browser, stage: Stage): AsyncGenerator<string> {
  for (const { name, path, email, aim } of pages) {
    const tab = await openTab(browser, desk, email === null ? null : await signIn(stage, email))
    const received = await listen(tab)
    const begun = performance.now()
    await tab.page.goto(stage.url + path)
    await sleep(SETTLE_MS)
    const { lcpMs } = await tab.read()
    await tab.close()
    const early = received.filter(({ at }) => at - begun <= lcpMs)
    const more = `${kilobytes(early, 'js').toFixed(0)} before the largest paint, ${received.filter(({ kind }) => kind === 'js').length} files`
    yield line(`JS received, ${name}`, kilobytes(received, 'js'), ' kB', { aim: { most: aim }, more })
    yield line(`CSS received, ${name}`, kilobytes(received, 'css'), ' kB', { aim: { most: CSS_AIM } })
    if (email !== null) yield line(`data received, ${name}`, kilobytes(received, 'data'), ' kB')
  }
}
