import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { galleyCalls } from '#testing/galley-calls.ts'
import { findPort, type GalleyProcess, startGalley } from '#testing/galley-process.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number | string }
type Span = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}

/** A collector that takes OTLP as JSON and keeps what it was sent. */
const startCollector = async (spans: Span[], bodies: string[]): Promise<Server> => {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(body)
    const { resourceSpans = [] } = JSON.parse(body)
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const spans: Span[] = []
const bodies: string[] = []
let collector: Server
let galley: GalleyProcess
let port: number
let folder: string
let dropDatabase: () => Promise<void>
const { call, signIn, send } = galleyCalls(() => port)

beforeAll(async () => {
  collector = await startCollector(spans, bodies)
  const database = await createTestDatabase()
  dropDatabase = database.drop
  folder = await mkdtemp(path.join(os.tmpdir(), 'galley-traces-'))
  port = await findPort()
  galley = startGalley({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: String(port),
    SANDBOX_PORT: String(await findPort(port + 1)),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  await galley.said('Galley  http')
})
afterAll(async () => {
  galley.child.kill('SIGTERM')
  await galley.ended
  collector.close()
  await dropDatabase()
  await rm(folder, { recursive: true, force: true })
})

/** As the browser does it (web/src/platform/transport.ts). */
const clicked = (trace: string, span: string) => ({ traceparent: `00-${trace}-${span}-01` })
const ofTrace = (trace: string) => spans.filter(({ traceId }) => traceId === trace)
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

it('A click, its request, the publication and the call to the network are one trace, without texts and tokens', async () => {
  const token = await signIn('ada@bluebird.example')
  const body = { project_id: 1, social_networks: ['facebook'], type: 'text' }
  const { post } = (await call('POST', '/posts', { token, body })) as unknown as {
    post: { id: number; post_socials: { id: number }[] }
  }
  const post_socials = post.post_socials.map(({ id }) => ({ id, message: 'Nobody traces this text.' }))
  await call('PUT', '/postssocials', { token, body: { post_id: post.id, project_id: 1, post_socials } })
  const [trace, click] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const published = await fetch(`http://127.0.0.1:${port}/api/posts/publish/admin/${post.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...clicked(trace, click) },
  })
  expect(published.status).toBe(200)
  const named = (name: RegExp) => ofTrace(trace).find(span => name.test(span.name))
  await expect.poll(() => named(/^publish$/)).toBeDefined()
  await expect.poll(() => named(/^POST 127\.0\.0\.1/)).toBeDefined()

  const request = named(/^POST \/api\/posts\/publish\/admin\/:postId$/)
  const opened = named(/^open publication$/)
  const step = named(/^publish$/)
  const sent = named(/^POST 127\.0\.0\.1/)
  expect(request?.parentSpanId).toBe(click)
  expect(opened?.parentSpanId).toBe(request?.spanId)
  expect(step?.parentSpanId).toBe(opened?.spanId)
  expect(sent?.parentSpanId).toBe(step?.spanId)
  expect(request && attributesOf(request)).toMatchObject({ 'http.response.status_code': 200 })
  expect(step && attributesOf(step)).toMatchObject({ 'galley.network': 'facebook', 'galley.outcome': 'live' })
  for (const secret of [token, 'Nobody traces this text.', 'access_token'])
    expect(bodies.join('\n')).not.toContain(secret)
})

it('A job is in the trace of the request that began it', async () => {
  const [trace, click] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  await fetch(`http://127.0.0.1:${port}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...clicked(trace, click) },
    body: JSON.stringify({ email: 'carl@bluebird.example' }),
  })
  const job = () => ofTrace(trace).find(({ name }) => name === 'job send-mail')
  await expect.poll(job).toBeDefined()
  const request = ofTrace(trace).find(({ name }) => name === 'POST /api/password/forgot')
  expect(job()?.parentSpanId).toBe(request?.spanId)
  expect(bodies.join('\n')).not.toContain('carl@bluebird.example')
})

it('A trace that a stranger makes up is begun anew', async () => {
  const answer = await send('GET', '/demo')
  expect(answer.status).toBe(200)
  const wrong = await fetch(`http://127.0.0.1:${port}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'0'.repeat(32)}-x'); drop` },
    body: JSON.stringify({ email: 'nobody@bluebird.example' }),
  })
  expect(wrong.status).toBe(200)
  const requests = () => spans.filter(({ name }) => name === 'POST /api/password/forgot')
  await expect.poll(() => requests().length).toBe(2)
  expect(requests().at(-1)?.parentSpanId ?? '').toBe('')
})
