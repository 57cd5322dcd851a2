import { createHook } from 'node:async_hooks'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Accepted,
  makePublicFetch as makeFetch,
  type PublicFetchOptions,
  type Target,
} from './public-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}

const page: Accepted = { types: ['text/html'], maxBytes: 1_000, takesBeginning: true }
const picture: Accepted = { types: ['image/png'], maxBytes: 1_000 }
const PUBLIC = '93.184.215.14'
const html = { 'content-type': 'text/html; charset="ISO-8859-1"' }
const refused = (reason: string) => ({ kind: 'refused', reason })

/** One that fetches for Ann, unless somebody else is named. */
const makePublicFetch = (options?: PublicFetchOptions) => {
  const fetchPublic = makeFetch(options)
  return (address: string, accepted: Accepted, requester = 'Ann') => fetchPublic(address, accepted, requester)
}

/** The internet with one server, at whatever address is connected to. Remembers which were. */
const internetWith = async (listener: RequestListener, options: PublicFetchOptions = {}) => {
  const port = await serve(listener)
  const targets: Target[] = []
  const requests: string[] = []
  const names: Record<string, readonly (readonly string[])[]> = {}
  const fetchPublic = makePublicFetch({
    resolve: async host => {
      requests.push(host)
      const answers = names[host] ?? [[PUBLIC]]
      return answers[requests.filter(other => other === host).length - 1] ?? answers.at(-1) ?? []
    },
    connect: async target => {
      targets.push(target)
      const socket = connectTcp(port, '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    },
    ...options,
  })
  return { fetchPublic, targets, requests, names }
}

describe('Fetching a public address', () => {
  it('returns the content with its type, charset and last address', async () => {
    const { fetchPublic, targets } = await internetWith((request, response) =>
      response.writeHead(200, html).end(`${request.headers.host} ${request.url}`),
    )
    expect(await fetchPublic('https://shop.example.com/a?b=c#d', page)).toEqual({
      kind: 'fetched',
      url: 'https://shop.example.com/a?b=c#d',
      type: 'text/html',
      charset: 'ISO-8859-1',
      bytes: Buffer.from('shop.example.com /a?b=c'),
    })
    expect(targets).toEqual([{ address: PUBLIC, port: 443, tlsName: 'shop.example.com' }])
  })

  it('asks for a name and a path in other scripts as they are looked up', async () => {
    const { fetchPublic, targets, requests } = await internetWith((request, response) =>
      response.writeHead(200, html).end(`${request.headers.host} ${request.url}`),
    )
    expect(await fetchPublic('https://münchen.example/straße?q=grün', page)).toMatchObject({
      bytes: Buffer.from('xn--mnchen-3ya.example /stra%C3%9Fe?q=gr%C3%BCn'),
    })
    expect([requests, targets[0]?.tlsName]).toEqual([['xn--mnchen-3ya.example'], 'xn--mnchen-3ya.example'])
  })

  it('sends no cookie, no token and no referrer', async () => {
    const { fetchPublic } = await internetWith((request, response) =>
      response.writeHead(200, html).end(Object.keys(request.headers).sort().join(' ')),
    )
    expect(await fetchPublic('http://example.com/', page)).toMatchObject({
      bytes: Buffer.from('accept accept-encoding accept-language connection host user-agent'),
    })
  })

  it.each(['127.0.0.1', '169.254.169.254', '10.1.2.3', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
    'connects to no name that resolves to %s',
    async address => {
      const { fetchPublic, targets, names } = await internetWith((_request, response) =>
        response.end('inside'),
      )
      names['evil.example.com'] = [[address]]
      expect(await fetchPublic('http://evil.example.com/', page)).toMatchObject(refused('address_refused'))
      expect(targets).toEqual([])
    },
  )

  it('connects to no name with a private address beside a public one', async () => {
    const { fetchPublic, targets, names } = await internetWith((_request, response) => response.end('inside'))
    names['evil.example.com'] = [[PUBLIC, '127.0.0.1']]
    expect(await fetchPublic('http://evil.example.com/', page)).toMatchObject(refused('address_refused'))
    expect(targets).toEqual([])
  })

  it('connects to the checked address although the name would resolve to this machine the second time', async () => {
    const { fetchPublic, targets, requests, names } = await internetWith((_request, response) =>
      response.writeHead(200, html).end('outside'),
    )
    names['rebind.example.com'] = [[PUBLIC], ['127.0.0.1']]
    expect(await fetchPublic('http://rebind.example.com/', page)).toMatchObject({ kind: 'fetched' })
    expect(requests).toEqual(['rebind.example.com'])
    expect(targets).toEqual([{ address: PUBLIC, port: 80, tlsName: null }])
  })

  it('checks a name again that redirects to itself and then resolves to this machine', async () => {
    const { fetchPublic, targets, names } = await internetWith((_request, response) =>
      response.writeHead(302, { location: '/next' }).end(),
    )
    names['rebind.example.com'] = [[PUBLIC], ['127.0.0.1']]
    expect(await fetchPublic('http://rebind.example.com/', page)).toMatchObject(refused('address_refused'))
    expect(targets).toHaveLength(1)
  })

  it('tries the next address of a name if one does not answer', async () => {
    const port = await serve((_request, response) => response.writeHead(200, html).end('second'))
    const tried: string[] = []
    const fetchPublic = makePublicFetch({
      resolve: async () => ['2606:4700::1', '8.8.4.4', '8.8.8.8'],
      connect: async ({ address }): Promise<Socket> => {
        tried.push(address)
        if (address === '8.8.4.4') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        return connectTcp(port, '127.0.0.1')
      },
    })
    expect(await fetchPublic('http://example.com/', page)).toMatchObject({ bytes: Buffer.from('second') })
    expect(tried).toEqual(['8.8.4.4', '8.8.8.8'])
  })
})

it('A person’s slow pages hold up no one else', async () => {
  const held: ServerResponse[] = []
  const { fetchPublic } = await internetWith((request, response) => {
    if (request.url === '/slow') return held.push(response)
    return response.writeHead(200, html).end('page')
  })
  let ended = 0
  const slow = Array.from({ length: 8 }, async () => {
    await fetchPublic('http://example.com/slow', page, 'Ann')
    ended++
  })
  expect(await fetchPublic('http://example.com/', page, 'Ben')).toMatchObject({ kind: 'fetched' })
  expect(ended).toBe(0)
  const answering = setInterval(() => held.splice(0).map(response => response.writeHead(200, html).end()), 5)
  await Promise.all(slow)
  clearInterval(answering)
})

it('A name is resolved without the threads that all look-ups of the process share', async () => {
  const begun = new Set<string>()
  const hook = createHook({ init: (_id, type) => begun.add(type) }).enable()
  await makePublicFetch({ totalMs: 50 })('http://nobody.example.com/', page)
  hook.disable()
  expect(begun).toContain('QUERYWRAP')
  expect(begun).not.toContain('GETADDRINFOREQWRAP')
})

describe('A redirect', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:4500/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://user@example.com/',
    'http://example.com:22/',
    'file:///etc/passwd',
    '//10.0.0.1/',
  ])('to %s is not followed', async location => {
    const { fetchPublic, targets } = await internetWith((_request, response) =>
      response.writeHead(301, { location }).end(),
    )
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('address_refused'))
    expect(targets).toHaveLength(1)
  })

  it('is followed to another public page, at most five times', async () => {
    const to = (count: number) =>
      internetWith((request, response) => {
        const step = Number(request.url?.slice(1))
        if (step >= count) return response.writeHead(200, html).end('there')
        return response.writeHead(308, { location: `https://other.example.com/${step + 1}` }).end()
      })
    const near = await to(5)
    expect(await near.fetchPublic('http://example.com/0', page)).toMatchObject({
      kind: 'fetched',
      url: 'https://other.example.com/5',
    })
    const far = await to(6)
    expect(await far.fetchPublic('http://example.com/0', page)).toMatchObject(refused('too_many_redirects'))
    expect(far.targets).toHaveLength(6)
  })

  it('from https to http is not followed', async () => {
    const { fetchPublic } = await internetWith((_request, response) =>
      response.writeHead(302, { location: 'http://example.com/' }).end(),
    )
    expect(await fetchPublic('https://example.com/', page)).toMatchObject(refused('address_refused'))
  })
})

describe('An answer', () => {
  const answer = (headers: Record<string, string>, body: Buffer | string) =>
    internetWith((_request, response) => response.writeHead(200, headers).end(body))

  it('of another type, or of none, is not read', async () => {
    for (const headers of [[['content-type', 'application/json']], []]) {
      const { fetchPublic } = await answer(Object.fromEntries(headers), '{}')
      expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('wrong_type'))
    }
  })

  it('with an error is refused with its status', async () => {
    const { fetchPublic } = await internetWith((_request, response) =>
      response.writeHead(404, html).end('no'),
    )
    expect(await fetchPublic('http://example.com/', page)).toEqual({ ...refused('http_error'), status: 404 })
  })

  it('that is compressed is unpacked', async () => {
    const packed = [
      ['gzip', gzipSync('hello')],
      ['br', brotliCompressSync('hello')],
    ] as const
    for (const [encoding, body] of packed) {
      const { fetchPublic } = await answer({ ...html, 'content-encoding': encoding }, body)
      expect(await fetchPublic('http://example.com/', page)).toMatchObject({ bytes: Buffer.from('hello') })
    }
  })

  it('that is compressed in an unknown way, twice, or wrongly is refused', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', '__proto__']) {
      const { fetchPublic } = await answer({ ...html, 'content-encoding': encoding }, 'x')
      expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('wrong_type'))
    }
    const { fetchPublic } = await answer({ ...html, 'content-encoding': 'gzip' }, 'not gzip')
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('unreachable'))
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('that would unpack to 50 MB from %s is cut off or refused', async (encoding, bomb) => {
    const { fetchPublic } = await internetWith((request, response) =>
      response
        .writeHead(200, {
          'content-type': request.url === '/page' ? 'text/html' : 'image/png',
          'content-encoding': encoding,
        })
        .end(bomb),
    )
    const read = await fetchPublic('http://example.com/page', page)
    expect(read).toMatchObject({ kind: 'fetched' })
    expect(read.kind === 'fetched' && read.bytes.length).toBe(1_000)
    const { fetchPublic: again } = await answer(
      { 'content-type': 'image/png', 'content-encoding': encoding },
      bomb,
    )
    expect(await again('http://example.com/', { ...picture, maxBytes: 1_000_000 })).toMatchObject(
      refused('too_large'),
    )
  })

  it('without an end is cut off, or refused for a picture', async () => {
    const { fetchPublic } = await internetWith((request, response) => {
      response.writeHead(200, { 'content-type': request.url === '/page' ? 'text/html' : 'image/png' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    expect(await fetchPublic('http://example.com/page', page)).toMatchObject({
      bytes: Buffer.from('x'.repeat(1_000)),
    })
    expect(await fetchPublic('http://example.com/picture', picture)).toMatchObject(refused('too_large'))
  })

  it('that says it is too long is not read at all', async () => {
    const { fetchPublic } = await internetWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1001' }).flushHeaders()
    })
    expect(await fetchPublic('http://example.com/', picture)).toMatchObject(refused('too_large'))
  })

  it('that drips is given up after the time for everything', async () => {
    const { fetchPublic } = await internetWith(
      (_request, response) => {
        response.writeHead(200, html)
        const drip = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(drip))
      },
      { totalMs: 300, stepMs: 200 },
    )
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('too_slow'))
  })

  it.each([
    ['before it begins', false],
    ['within', true],
  ])('that falls silent %s is given up after the time for a step', async (_when, isBegun) => {
    const { fetchPublic } = await internetWith(
      (_request, response) => {
        if (isBegun) response.writeHead(200, html).write('<html>')
      },
      { totalMs: 60_000, stepMs: 50 },
    )
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('too_slow'))
  })

  it('of a resolver or a connection that never comes is given up', async () => {
    const never = () => new Promise<never>(() => undefined)
    const times = { totalMs: 100, stepMs: 50 }
    expect(await makePublicFetch({ ...times, resolve: never })('http://example.com/', page)).toMatchObject(
      refused('too_slow'),
    )
    const unanswered = makePublicFetch({ ...times, resolve: async () => [PUBLIC], connect: never })
    expect(await unanswered('http://example.com/', page)).toMatchObject(refused('too_slow'))
  })

  it('with endless headers is refused', async () => {
    const { fetchPublic } = await internetWith((_request, response) =>
      response.writeHead(200, { ...html, 'x-long': 'x'.repeat(40_000) }).end(),
    )
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('unreachable'))
  })

  it('that switches to another protocol is refused, and leaves room for others', async () => {
    const { fetchPublic } = await internetWith((request, response) => {
      if (request.url === '/page') return response.writeHead(200, html).end('page')
      return request.socket.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    const switching = Array.from({ length: 8 }, () => fetchPublic('http://example.com/', page))
    expect(await fetchPublic('http://example.com/page', page)).toMatchObject({ kind: 'fetched' })
    for (const answer of await Promise.all(switching)) expect(answer).toMatchObject(refused('unreachable'))
  })

  it('of a host that does not exist, or of a connection that breaks, is said to be so', async () => {
    const unknown = makePublicFetch({
      resolve: () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' })),
    })
    expect(await unknown('http://example.com/', page)).toMatchObject(refused('host_not_found'))
    const { fetchPublic } = await internetWith(request => request.socket.destroy())
    expect(await fetchPublic('http://example.com/', page)).toMatchObject(refused('unreachable'))
  })
})

describe('An address that the configuration allows', () => {
  it('is fetched from this machine, and nothing beside it', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/pages/out') return response.writeHead(302, { location: '/sandbox/secret' }).end()
      return response.writeHead(200, html).end('page')
    })
    const origin = `http://127.0.0.1:${port}`
    const fetchPublic = makePublicFetch({ allowed: [`${origin}/pages/`] })
    expect(await fetchPublic(`${origin}/pages/menu`, page)).toMatchObject({ kind: 'fetched' })
    for (const path of [
      '/pages/out',
      '/sandbox/secret',
      '/pages/../sandbox/secret',
      '/pages/%2e%2e/sandbox/secret',
    ])
      expect(await fetchPublic(origin + path, page)).toMatchObject(refused('address_refused'))
    expect(await makePublicFetch()(`${origin}/pages/menu`, page)).toMatchObject(refused('address_refused'))
  })
})
