import { createSocket, type Socket as NameSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type Accepted, makePublicFetch, resolveName } from './public-fetch.ts'

// A name server and web servers on this machine; the public address leads to one of them, and every other to one that
// nobody may ask.
const PUBLIC = '93.184.215.14'
const page: Accepted = { types: ['text/html'], maxBytes: 1_000 }
const html = { 'content-type': 'text/html' }
const refused = (reason: string) => ({ kind: 'refused', reason })

const open: (Server | NameSocket)[] = []
afterEach(() => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) one.closeAllConnections()
    one.close()
  }
})

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

const ipv4Record = (address: string): Buffer =>
  Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])

/** Answers the first question about IPv4 with the first of these, and so on; none: it stays silent. There is no IPv6. */
const serveNames = async (answers: readonly (readonly string[])[]): Promise<string> => {
  const server = createSocket('udp4')
  open.push(server)
  let asked = 0
  server.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5
    const isIpv4 = question.readUInt16BE(end - 4) === 1
    const addresses = isIpv4 ? (answers[asked++] ?? answers.at(-1)) : []
    if (!addresses) return
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt16BE(0, 10)
    server.send(
      Buffer.concat([head, question.subarray(12, end), ...addresses.map(ipv4Record)]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${server.address().port}`
}

/** What is fetched from a name with these answers, and how often something inside this machine was asked. */
const fetchFrom = async (answers: readonly (readonly string[])[], outside: RequestListener) => {
  let inside = 0
  const insidePort = await serve((_, response) => {
    inside += 1
    response.writeHead(200, html).end('secret')
  })
  const outsidePort = await serve(outside)
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([await serveNames(answers)])
  const fetchPublic = makePublicFetch({
    resolve: host => resolveName(host, resolver),
    connect: async ({ address }) => {
      const socket = connectTcp(address === PUBLIC ? outsidePort : insidePort, '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    },
    totalMs: 3_000,
    stepMs: 1_000,
  })
  return { fetched: await fetchPublic('http://evil.example.com/', page, 'Ann'), inside: () => inside }
}

it.each([
  ['only this machine', [['127.0.0.1']]],
  ['this machine beside a public address', [[PUBLIC, '127.0.0.1']]],
  ['the addresses that clouds tell secrets at', [['169.254.169.254']]],
])('nothing is asked of a name that a name server answers with %s', async (_, answers) => {
  const { fetched, inside } = await fetchFrom(answers, (_request, response) => response.end())
  expect(fetched).toMatchObject(refused('address_refused'))
  expect(inside()).toBe(0)
})

it('a name that turns to this machine after it was checked is asked at the checked address', async () => {
  const { fetched, inside } = await fetchFrom([[PUBLIC], ['127.0.0.1']], (_, response) =>
    response.writeHead(200, html).end('outside'),
  )
  expect(fetched).toMatchObject({ kind: 'fetched', bytes: Buffer.from('outside') })
  expect(inside()).toBe(0)
})

it.each([
  ['to itself, which has turned to this machine', '/next'],
  ['to this machine by its number', 'http://2130706433/'],
  ['to a file', 'file:///etc/passwd'],
])('a redirect %s is not followed', async (_, location) => {
  const { fetched, inside } = await fetchFrom([[PUBLIC], ['127.0.0.1']], (_request, response) =>
    response.writeHead(302, { location }).end(),
  )
  expect(fetched).toMatchObject(refused('address_refused'))
  expect(inside()).toBe(0)
})

it('a name server that says nothing, an answer that drips and one that unpacks to a hundred times its size are given up', async () => {
  const silent = await fetchFrom([], (_, response) => response.end())
  expect(silent.fetched.kind).toBe('refused')
  const drip = await fetchFrom([[PUBLIC]], (_, response) => {
    response.writeHead(200, html)
    const drops = setInterval(() => response.write('x'), 100)
    response.on('close', () => clearInterval(drops))
  })
  expect(drip.fetched).toMatchObject(refused('too_slow'))
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const packed = await fetchFrom([[PUBLIC]], (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb),
  )
  expect(packed.fetched).toMatchObject(refused('too_large'))
})
