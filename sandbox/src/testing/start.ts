import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { DailyLimit } from '../platform/daily-limits.ts'
import { startSandbox } from '../server.ts'

export type DemoAccount = {
  brand: string
  social_network: string
  external_id: string
  name: string
  account_details: Record<string, string>
  logo_url: string
  token: string
  token_secret?: string
}

export type StoredObject = {
  id: string
  network: string
  account: string
  text: string
  media: { id: string; kind: string; url: string; sha256: string; alt_text?: string; title?: string }[]
  comments: { id: string; text: string }[]
  permalink: string
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** A sandbox on a free port, with its own data folder and a clock that tests can move. */
export async function startTestSandbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'))
  let ahead = 0
  let held: number | null = null
  const now = () => (held ?? Date.now()) + ahead
  let running = await startSandbox({ port: 0, dataDir, now })
  const get = async <T>(path: string): Promise<T> => (await fetch(running.url + path)).json() as Promise<T>
  return {
    url: () => running.url,
    smtpUrl: () => running.smtpUrl,
    now,
    passTime: (ms: number) => {
      ahead += ms
    },
    /** Stops the clock, so that tests can see intermediate states on a busy machine. Returns a function that restarts it. */
    holdTime: () => {
      held = Date.now()
      return () => {
        held = null
      }
    },
    get,
    account: async (network: string, brand = 'Harbor Coffee Roasters'): Promise<DemoAccount> => {
      const { accounts } = await get<{ accounts: DemoAccount[] }>('/sandbox/demo-accounts')
      const found = accounts.find(each => each.social_network === network && each.brand === brand)
      if (!found) throw new Error(`no demo account for ${network}`)
      return found
    },
    objects: (network: string) => get<StoredObject[]>(`/sandbox/objects?network=${network}`),
    addFault: async (fault: Record<string, unknown>) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(fault) }
      return (await fetch(`${running.url}/sandbox/faults`, init)).status
    },
    usedToday: async (use: { limit: DailyLimit; subject?: string; used: number }) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${running.url}/sandbox/used-today`, { method: 'POST', headers, body: JSON.stringify(use) })
    },
    restart: async () => {
      await running.close()
      running = await startSandbox({ port: 0, dataDir, now })
    },
    stop: async () => {
      await running.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A plain JPEG of the given size. */
export function picture(width = 800, height = 600, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a6532c' } })
    .toFormat(format)
    .toBuffer()
}

/** Serves bytes under any path, as the product serves its media. */
export async function servePicture(bytes: Buffer) {
  const fetched: string[] = []
  const server = createServer((request, response) => {
    fetched.push(request.url ?? '')
    response.end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/photo.jpg`, fetched, close: () => server.close() }
}

/** Small real files: two videos of 4 seconds (640×360 with sound, 540×960 without) and an animated GIF (320×240). */
export const mediaFile = (name: 'landscape.mp4' | 'portrait.mp4' | 'moving.gif'): Buffer =>
  readFileSync(new URL(`./media-files/${name}`, import.meta.url))
