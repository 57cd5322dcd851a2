import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { DailyLimit } from '#sandbox/platform/daily-limits.ts'
import type { NewFault } from '#sandbox/platform/faults.ts'
import type { FaultName } from '#sandbox/platform/model.ts'
import { startSandbox } from '#sandbox/server.ts'
import { readConfig } from '#server/config.ts'
import type { AnsweredReply } from '#server/platform/http/outgoing-requests/client.ts'
import type {
  ConnectedAccount,
  NetworkAdapter,
  PostContent,
  PostMedia,
  Preparation,
  Prepared,
  PublishTask,
} from './network-adapter.ts'
import { type NetworkSettings, networkSettings } from './settings.ts'

/** A post as the sandbox lists it. */
export type SandboxPost = {
  id: string
  network: SocialNetwork
  account: string
  text: string
  article?: { url: string }
  media: {
    id: string
    kind: 'image' | 'gif' | 'video'
    url: string
    sha256: string
    alt_text?: string
    title?: string
  }[]
  cards?: { url: string }[]
  story_until?: number
  comments: { id: string; text: string }[]
  /** By the networks' clock, in milliseconds. */
  created_at: number
  permalink: string
}

/** A fault with how often it was used. */
export type UsedFault = { id: string; network: SocialNetwork; fault: FaultName; hits: number }

/** A running sandbox for tests. */
export type TestSandbox = {
  readonly url: string
  readonly settings: NetworkSettings
  readonly accounts: Readonly<Record<SocialNetwork, ConnectedAccount>>
  /** All demo accounts of a network; `accounts` has the first of each. */
  accountsOf(network: SocialNetwork): readonly ConnectedAccount[]
  fault(order: NewFault): Promise<void>
  clearFaults(): Promise<void>
  faults(): Promise<UsedFault[]>
  removeFault(id: string): Promise<void>
  /** The public posts, without comments. */
  posts(network: SocialNetwork): Promise<SandboxPost[]>
  /** How often the irreversible call arrived. */
  publishCalls(network: SocialNetwork): Promise<number>
  /** Sets how many posts a day an Instagram account may publish instead of 100. */
  quota(account: string, total: number): Promise<void>
  /** Sets how much of a daily limit is used, by an account or by all of the app. */
  usedToday(use: { limit: DailyLimit; subject?: string; used: number }): Promise<void>
  /** Sets the networks' clock forward, and only theirs. */
  passTime(ms: number): void
  /** When it was by our clock, at a time of the networks' clock. */
  ourTimeOf(networkTime: number): number
  /** Stops the networks' clock, so that processing does not finish by itself on a slow machine. Returns a function that restarts it. */
  holdTime(): () => void
  close(): Promise<void>
}

type DemoAccount = {
  brand: string
  social_network: SocialNetwork
  external_id: string
  account_details: Record<string, string>
  token: string
  token_secret?: string
}

/** Starts a sandbox for one test, on a free port and in a temporary folder; `clock` is the networks' time in milliseconds. */
export const startTestSandbox = async (clock: () => number = Date.now): Promise<TestSandbox> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-sandbox-'))
  let ahead = 0
  let held: number | null = null
  const now = () => (held ?? clock()) + ahead
  const { url, close } = await startSandbox({ port: 0, host: '127.0.0.1', dataDir, now })
  const config = { ...readConfig({ NODE_ENV: 'test' }), sandboxUrl: url }
  const ask = async (method: string, call: string, body?: unknown) => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${url}/sandbox/${call}`, { method, ...(body === undefined ? {} : json) })
    if (!response.ok) throw new Error(`sandbox: ${call} answered ${response.status}`)
    return response.status === 204 ? null : response.json()
  }
  const { accounts: demo } = (await ask('GET', 'demo-accounts')) as { accounts: DemoAccount[] }
  const accountsOf = (network: SocialNetwork): ConnectedAccount[] =>
    demo
      .filter(account => account.social_network === network)
      .map(({ external_id, account_details, token, token_secret }) => ({
        externalId: external_id,
        details: account_details,
        token: { token, ...(token_secret ? { secret: token_secret } : {}) },
      }))
  const firstOf = (network: SocialNetwork): [SocialNetwork, ConnectedAccount] => {
    const [first] = accountsOf(network)
    if (!first) throw new Error(`no demo account of ${network}`)
    return [network, first]
  }
  const jumps: { readonly at: number; readonly ahead: number }[] = [{ at: 0, ahead: 0 }]
  return {
    url,
    settings: networkSettings(config),
    accounts: Object.fromEntries(socialNetworks.map(firstOf)) as Record<SocialNetwork, ConnectedAccount>,
    accountsOf,
    fault: order => ask('POST', 'faults', order).then(() => undefined),
    faults: async () => (await ask('GET', 'faults')) as UsedFault[],
    removeFault: id => ask('DELETE', `faults/${id}`).then(() => undefined),
    clearFaults: () => ask('DELETE', 'faults').then(() => undefined),
    posts: async network => (await ask('GET', `objects?network=${network}`)) as SandboxPost[],
    publishCalls: async network =>
      ((await ask('GET', `publish-calls?network=${network}`)) as unknown[]).length,
    quota: (account, total) => ask('POST', 'quotas', { account, total }).then(() => undefined),
    usedToday: use => ask('POST', 'used-today', use).then(() => undefined),
    passTime: ms => {
      ahead += ms
      jumps.push({ at: now(), ahead })
    },
    ourTimeOf: networkTime => networkTime - (jumps.findLast(({ at }) => at <= networkTime)?.ahead ?? 0),
    holdTime: () => {
      held = clock()
      return () => {
        held = null
      }
    },
    close: async () => {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server that serves files by path, as the product's `/media` does. */
export const startFileServer = async (): Promise<{
  url: string
  files: Map<string, Buffer>
  close: () => Promise<void>
}> => {
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '').replace(/\?.*$/, ''))
    response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, files, close }
}

/** A picture of one colour; different colours have different bytes. */
export const createPicture = (options: {
  format: 'png' | 'jpeg'
  width?: number
  height?: number
  colour?: string
}): Promise<Buffer> => {
  const { format, width = 1200, height = 628, colour = '#3366cc' } = options
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** An answer as a network might send it. */
export const answered = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): AnsweredReply => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const json = typeof body === 'string' ? undefined : body
  const ok = status >= 200 && status < 300
  return { kind: 'answered', status, ok, headers: new Headers(headers), text, json }
}

/** Prepares as publishing does: as long as the network is processing, whose clock is moved instead of waiting. */
export const prepareFully = async (
  sandbox: Pick<TestSandbox, 'passTime'>,
  network: NetworkAdapter,
  task: PublishTask,
): Promise<Preparation> => {
  for (let turn = 0; turn < 20; turn++) {
    const preparation = await network.prepare(task)
    if (preparation.kind !== 'processing') return preparation
    sandbox.passTime(preparation.retryAfterMs)
  }
  throw new Error('never ready')
}

/** A task that keeps its ids in memory. */
export const testTask = (account: ConnectedAccount, content: Partial<PostContent>): PublishTask => {
  const prepared: Record<string, string> = {}
  return {
    account,
    content: {
      type: 'text',
      message: '',
      firstComment: '',
      mentions: [],
      link: null,
      cards: [],
      media: [],
      ...content,
    },
    prepared,
    firstSentAt: null,
    lookUpFirst: null,
    savePrepared: async (ids: Prepared) => {
      Object.assign(prepared, ids)
    },
  }
}

/** A photo on the file server; spread it to change its properties. */
export const testPhoto = (
  server: Awaited<ReturnType<typeof startFileServer>>,
  bytes: Buffer,
  contentType: string,
  altText = 'A plain blue picture',
): PostMedia => {
  const original = `/media/${server.files.size}/original`
  server.files.set(original, bytes)
  return {
    kind: 'image',
    contentType,
    bytes: bytes.length,
    width: null,
    height: null,
    seconds: null,
    altText,
    title: '',
    contentTags: [],
    thumbnail: null,
    url: server.url + original,
    read: async () => bytes,
    readRange: async (start, end) => bytes.subarray(start, end),
    host: async jpeg => {
      const derived = `/media/${server.files.size}/publish`
      server.files.set(derived, jpeg)
      return server.url + derived
    },
  }
}
