import { createServer, type RequestListener, type Server } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { PublicFetchOptions } from './public-fetch.ts'
import { makePublicPost } from './public-post.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const PUBLIC = '93.184.215.14'

/** The internet with one server, at whatever address is connected to. */
const internetWith = async (listener: RequestListener, options: PublicFetchOptions = {}) => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const connected: string[] = []
  const post = makePublicPost({
    resolve: async () => [PUBLIC],
    connect: async ({ address }) => {
      connected.push(address)
      const socket = connectTcp(port, '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    },
    ...options,
  })
  return { post, connected }
}

describe('Sending to an address that somebody gave', () => {
  it('sends the JSON once, and returns the status, the wait and the words of the answer', async () => {
    const received: string[] = []
    const { post, connected } = await internetWith(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push(
        `${request.method} ${request.headers.host} ${request.url} ${request.headers['content-type']} ${body}`,
      )
      response.writeHead(429, { 'retry-after': '30' }).end('slow down')
    })
    expect(await post('https://hooks.example.com/a?sig=b', { text: 'Grüße' })).toEqual({
      kind: 'answered',
      status: 429,
      retryAfter: 30,
      text: 'slow down',
    })
    expect(received).toEqual([
      'POST hooks.example.com /a?sig=b application/json; charset=utf-8 {"text":"Grüße"}',
    ])
    expect(connected).toEqual([PUBLIC])
  })

  it('follows no redirect, which would carry the body elsewhere', async () => {
    let calls = 0
    const { post } = await internetWith((_request, response) => {
      calls += 1
      response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
    })
    expect(await post('https://hooks.example.com/a', {})).toMatchObject({ kind: 'answered', status: 307 })
    expect(calls).toBe(1)
  })

  it.each([
    ['this machine by name', 'http://localhost/a', [PUBLIC]],
    ['this machine by address', 'http://127.0.0.1/a', [PUBLIC]],
    ['the metadata of a cloud', 'http://169.254.169.254/latest', [PUBLIC]],
    ['an address in disguise', 'http://2130706433/a', [PUBLIC]],
    ['another port', 'https://hooks.example.com:8080/a', [PUBLIC]],
    ['a name that leads into a private network', 'https://hooks.example.com/a', ['10.0.0.1']],
    ['a name with one private address', 'https://hooks.example.com/a', [PUBLIC, '::1']],
  ] as const)('connects to nothing for %s', async (_what, address, resolved) => {
    const { post, connected } = await internetWith((_request, response) => response.end(), {
      resolve: async () => resolved,
    })
    expect(await post(address, {})).toEqual({ kind: 'refused', reason: 'address_refused' })
    expect(connected).toEqual([])
  })

  it('gives up on one that stays silent, and on one that never ends', async () => {
    const silent = await internetWith(() => undefined, { totalMs: 150 })
    expect(await silent.post('https://hooks.example.com/a', {})).toEqual({
      kind: 'refused',
      reason: 'too_slow',
    })
    const endless = await internetWith((_request, response) => {
      response.writeHead(200)
      const write = () => response.write('x'.repeat(10_000), () => setImmediate(write))
      write()
    })
    const answer = await endless.post('https://hooks.example.com/a', {})
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(answer.kind === 'answered' && answer.text.length).toBe(2_000)
  })

  it('says that a connection which is cut was not heard of', async () => {
    const { post } = await internetWith(request => request.socket.destroy())
    expect(await post('https://hooks.example.com/a', {})).toEqual({ kind: 'refused', reason: 'unreachable' })
  })
})
