import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { answered, startFileServer } from '#server/networks/testing.ts'
import { callUnlessTooLate, retryAfterOf, sendRequest, tellsOfHost } from './client.ts'

const servers: Server[] = []
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const get = (url: string, timeoutMs = 20_000) => sendRequest({ method: 'GET', url, timeoutMs })

describe('A call to a network', () => {
  it('returns the answer, with its body as JSON if it is JSON', async () => {
    const url = await serve((_request, response) => response.writeHead(201).end('{"id":"1"}'))
    expect(await get(url)).toMatchObject({ kind: 'answered', status: 201, ok: true, json: { id: '1' } })
    const page = await serve((_request, response) => response.writeHead(200).end('<html>'))
    expect(await get(page)).toMatchObject({ kind: 'answered', json: undefined, text: 'HTTP 200 <html>' })
  })

  it('has a text that says what the other host did', async () => {
    const url = await serve((_request, response) => response.writeHead(500).end('{}'))
    const refused = await get('http://127.0.0.1:29099/')
    const silent = await get(await serve(() => undefined), 20)
    expect(refused.kind).toBe('unreachable')
    expect(silent.kind).toBe('lost')
    for (const { text } of [await get(url), refused, silent]) expect(tellsOfHost(text), text).toBe(true)
    const late = await callUnlessTooLate(
      () => true,
      () => get(url),
    )
    expect(tellsOfHost(late.text)).toBe(false)
  })

  it('keeps at most 4,000 characters of the answer and no token', async () => {
    const url = await serve((_request, response) =>
      response.end(
        `{"next":"https://x/?access_token=EAAGsecret&a=1","access_token": "EAAGother"}${'x'.repeat(9_000)}`,
      ),
    )
    const { text } = await get(url)
    expect(text).toHaveLength(4_000)
    expect(text).not.toMatch(/EAAG/)
    expect(text).toContain('access_token=[redacted]&a=1')
  })

  it('is unreachable if nothing listens', async () => {
    const { url, close } = await startFileServer()
    await close()
    const refused = { kind: 'unreachable', text: expect.stringContaining('ECONNREFUSED') }
    expect(await get(url)).toMatchObject(refused)
    expect(await sendRequest({ method: 'POST', url, body: 'x', timeoutMs: 20_000 })).toMatchObject(refused)
  })

  it('is lost if the connection breaks before or within the answer', async () => {
    const before = await serve(request => request.socket.destroy())
    expect((await get(before)).kind).toBe('lost')
    const within = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":')
      setTimeout(() => request.socket.destroy(), 20)
    })
    expect((await get(within)).kind).toBe('lost')
  })

  it('is lost if there is no answer in time', async () => {
    const url = await serve(() => undefined)
    expect(await get(url, 100)).toMatchObject({ kind: 'lost', text: expect.stringContaining('TimeoutError') })
  })

  it('follows no redirect, which would be a second call', async () => {
    let calls = 0
    const url = await serve((_request, response) => {
      calls += 1
      response.writeHead(307, { location: '/again' }).end()
    })
    const reply = await sendRequest({ method: 'POST', url, body: 'x', timeoutMs: 20_000 })
    expect(reply).toMatchObject({ kind: 'answered', status: 307, ok: false })
    expect(calls).toBe(1)
  })

  it.each([
    ['a text', '{"text":"x"}'],
    ['a form', new URLSearchParams({ message: 'x' })],
  ])('is made only once with %s even after a 421', async (_what, body) => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers['content-length'])
      request.resume().on('end', () => response.writeHead(421).end())
    })
    const reply = await sendRequest({ method: 'POST', url, body, timeoutMs: 20_000 })
    expect(reply).toMatchObject({ kind: 'answered', status: 421 })
    expect(seen).toEqual([String(String(body).length)])
  })

  it('is lost if the answer never ends', async () => {
    const url = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    const before = process.memoryUsage().rss
    expect(await get(url, 20_000)).toMatchObject({
      kind: 'lost',
      text: expect.stringContaining('answer too long'),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('does not throw for an invalid URL', async () => {
    expect(await get('not an address')).toMatchObject({ kind: 'lost' })
  })

  it('is made only once even if a kept-alive connection turns out to be dead', async () => {
    let calls = 0
    const url = await serve((request, response) => {
      calls += 1
      if (calls === 1) response.end('{}')
      else request.socket.destroy()
    })
    const post = () => sendRequest({ method: 'POST', url, body: 'x', timeoutMs: 20_000 })
    await post()
    expect((await post()).kind).toBe('lost')
    expect(calls).toBe(2)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-06-01T08:00:00Z')
  it.each([
    ['30', 30_000],
    ['Mon, 01 Jun 2026 08:01:00 GMT', 60_000],
    ['Mon, 01 Jun 2026 07:00:00 GMT', 0],
    ['soon', null],
  ])('%s', (value, ms) => {
    expect(retryAfterOf(answered(429, {}, { 'retry-after': value }), now)).toBe(ms)
  })
})
