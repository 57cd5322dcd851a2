import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerOauthPages } from '#server/features/accounts/providers/oauth-pages.ts'
import { registerLive } from '#server/features/projects/live.ts'
import { registerApiDocs } from '#server/openapi.ts'
import { type EventHub, openEventHub } from '#server/platform/events/hub.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildApp } from './app.ts'
import { registerMediaFiles } from './media-files.ts'
import { registerWeb } from './pages/files.ts'
import { loginPageHeaders } from './pages/login-page.ts'

type Answer = { status: number; headers: Record<string, string | string[] | undefined> }
const mediaKey = 'a'.repeat(32)

let test: TestApp
let cast: Cast
let hub: EventHub
let folder: string
let port: number
let bearer: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-headers-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<title>Galley</title>')
  await writeFile(path.join(folder, 'assets/app-1.js'), 'export {}')
  test = await startTestApp({ routes: allRoutes })
  cast = await buildCast(test.db)
  hub = await openEventHub(test.url, test.services.log)
  const { app, services } = test
  registerLive(app, services, hub)
  registerOauthPages(app, services)
  registerMediaFiles(app, services, [async () => true])
  registerApiDocs(app, allRoutes)
  await registerWeb(app, folder, loginPageHeaders({ facebookSdkUrl: 'https://connect.facebook.net/sdk.js' }))
  await test.storage.put(sizeKey(mediaKey, 'original'), { bytes: Buffer.from('<script>') }, 'image/png')
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  bearer = { authorization: `Bearer ${await test.tokenOf(cast.admin)}` }
})
afterAll(async () => {
  await hub.close()
  test.app.server.closeAllConnections()
  await test.close()
  await rm(folder, { recursive: true })
})

/** Uses a real connection, since an open stream has no end and a URL must be sent unchanged. */
const ask = (
  address: string,
  {
    headers = {},
    method = 'GET',
    body,
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', port, path: address, method, headers }, answer => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      answer.destroy()
    })
    requested.on('error', reject)
    requested.end(body)
  })

const stream = () => `/api/projects/${cast.project.projectId}/events`
const json = { 'content-type': 'application/json' }
/** One answer of every kind that the server gives, with the status that identifies it. */
const kinds: [string, number, () => Promise<Answer>][] = [
  ['a call that succeeds', 200, () => ask('/api/auth/me', { headers: bearer })],
  ['a call that is refused', 401, () => ask('/api/auth/me')],
  ['a call that does not exist', 404, () => ask('/api/nothing')],
  [
    'a body that is no JSON',
    400,
    () => ask('/api/auth/signin', { method: 'POST', headers: json, body: '{' }),
  ],
  ['an address that is none', 400, () => ask('/api/%E0%A4%A')],
  ['the live stream', 200, () => ask(stream(), { headers: bearer })],
  ['a live stream that is refused', 401, () => ask(stream())],
  ['the page', 200, () => ask('/1/calendar')],
  ['the page with Facebook’s script', 200, () => ask('/1/facebook/connect')],
  ['a file of the web app that is gone', 404, () => ask('/assets/app-2.js')],
  ['a media file', 200, () => ask(`/media/${mediaKey}/original`, { headers: bearer })],
  [
    'a part of a media file',
    206,
    () => ask(`/media/${mediaKey}/original`, { headers: { ...bearer, range: 'bytes=0-3' } }),
  ],
  ['a media file that is gone', 404, () => ask(`/media/${'b'.repeat(32)}/original`, { headers: bearer })],
  ['a media file that is requested by a stranger', 404, () => ask(`/media/${mediaKey}/original`)],
  ['the description of the API', 200, () => ask('/api/docs')],
]

describe.each(kinds)('%s', (kind, status, get) => {
  it('has the headers that keep a browser safe', async () => {
    const answer = await get()
    const { headers } = answer
    expect(answer.status).toBe(status)
    const policy = String(headers['content-security-policy'])
    if (kind.includes('media file') && status < 300) expect(policy).toBe("default-src 'none'; sandbox")
    else {
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(/style-src ([^;]*)/.exec(policy)?.[1] ?? "'none'").not.toContain('unsafe')
      expect(/style-src-elem ([^;]*)/.exec(policy)?.[1] ?? "'none'").not.toContain('unsafe')
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*(?!\.facebook\.com)|data:|http:/)
    }
    // A stream is no document, and its bearer header already needs a preflight.
    if (kind !== 'the live stream') {
      const isOfApi = /call|stream|JSON|address|API/.test(kind)
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['cross-origin-resource-policy']).toBe(isOfApi ? 'same-origin' : undefined)
    }
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-frame-options']).toMatch(/^(SAMEORIGIN|DENY)$/)
    if (kind.includes('call') || kind.includes('stream')) expect(headers['cache-control']).toBe('no-store')
    expect(headers.server).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    // The call that succeeds is `me`, which brings the cookie for pictures.
    expect(headers['set-cookie'] === undefined).toBe(kind !== 'a call that succeeds')
  })
})

describe('A page in production', () => {
  it.each([
    ['production', false],
    ['development', true],
  ] as const)('allows pictures of this machine in %s: %s', async (NODE_ENV, isAllowed) => {
    const app = await buildApp({ ...test.services, config: { ...test.services.config, NODE_ENV } }, [], {
      checkOutput: true,
    })
    const { headers } = await app.inject('/')
    expect(String(headers['content-security-policy']).includes('127.0.0.1')).toBe(isAllowed)
    await app.close()
  })
})

describe('a script of the web app', () => {
  it('is small: it has no headers that browsers obey only for documents', async () => {
    const { status, headers } = await ask('/assets/app-1.js')
    expect(status).toBe(200)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toContain('immutable')
    expect(Object.keys(headers).filter(name => /policy|^x-(?!content)/.test(name))).toEqual([])
    expect(Object.keys(headers)).not.toContain('etag')
    expect(Object.keys(headers)).not.toContain('last-modified')
  })
})

describe('A page of another site', () => {
  const origin = 'https://evil.example'

  it.each(['/api/auth/me', '/api/auth/providers', '/1/calendar', '/api/openapi.json'])(
    'may not read %s',
    async address => {
      for (const from of [origin, 'null']) {
        const { headers } = await ask(address, { headers: { ...bearer, origin: from } })
        expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
      }
    },
  )

  it('may make no call that requires a preflight', async () => {
    for (const { endpoint } of allRoutes) {
      const address = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`
      const asking = { 'access-control-request-method': endpoint.method, origin }
      const { status, headers } = await ask(address, { method: 'OPTIONS', headers: asking })
      expect(status, address).toBe(405)
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('has no session: a token counts only in its own header, not in a cookie or the URL', async () => {
    const token = String(bearer.authorization).slice('Bearer '.length)
    const names = [
      'token',
      'session',
      'galley',
      'galley-token',
      'access_token',
      'authorization',
      'connect.sid',
    ]
    const cookie = names.map(name => `${name}=${token}`).join('; ')
    const calls = allRoutes.filter(route => route.needs !== 'nobody')
    for (const { endpoint } of calls) {
      const address = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}?token=${token}&access_token=${token}`
      const { status } = await ask(address, { method: endpoint.method, headers: { cookie } })
      expect(status, address).toBe(401)
    }
    expect((await ask(`${stream()}?token=${token}`, { headers: { cookie } })).status).toBe(401)
  })

  it('cannot send what a form sends without a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { ...bearer, 'content-type': type, origin }
      const { status } = await ask('/api/agencies', { method: 'POST', headers, body: 'name=Mine' })
      expect(status).toBe(415)
    }
  })
})
