import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import pLimit, { type LimitFunction } from 'p-limit'
import { RecentValues } from '#server/platform/recent-values.ts'
import { bareHost, isPublicIp, readPublicUrl } from './public-address.ts'

/** Why an address was not fetched. */
export type FetchRefusal =
  | 'address_refused'
  | 'host_not_found'
  | 'unreachable'
  | 'too_slow'
  | 'too_large'
  | 'wrong_type'
  | 'http_error'
  | 'too_many_redirects'

export type Fetched =
  | {
      readonly kind: 'fetched'
      /** Where the last redirect led. */
      readonly url: string
      /** The content type in lower case, without parameters. */
      readonly type: string
      /** The charset that the header names, or null. */
      readonly charset: string | null
      /** Decompressed. */
      readonly bytes: Buffer
    }
  | { readonly kind: 'refused'; readonly reason: FetchRefusal; readonly status: number | null }

/** Which content is accepted. */
export type Accepted = {
  readonly types: readonly string[]
  /** Of the decompressed content. */
  readonly maxBytes: number
  /** Whether the beginning of a longer content will do; otherwise it is refused. */
  readonly takesBeginning?: boolean
}

/** An IP address and port to connect to; `tlsName` null: without TLS, '' with TLS to an IP address. */
export type Target = { readonly address: string; readonly port: number; readonly tlsName: string | null }

export type PublicFetchOptions = {
  /** Beginnings of URLs that are fetched although they are not public: the sandbox's pages. Never set in production. */
  readonly allowed?: readonly string[]
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly connect?: (target: Target, signal: AbortSignal) => Promise<Socket>
  /** For everything, from the first name to the last byte. */
  readonly totalMs?: number
  /** For each connection, and for each silence within an answer. */
  readonly stepMs?: number
}

/** `requester`: for whom it is fetched. A person who names many slow pages delays only their own. */
export type PublicFetch = (address: string, accepted: Accepted, requester: string) => Promise<Fetched>

const REDIRECTS_MAX = 5
const HEADER_BYTES_MAX = 16 * 1024
const AT_ONCE_MAX = 8
const AT_ONCE_PER_REQUESTER_MAX = 2
/** How many requesters' limits are remembered. */
const REQUESTERS_MAX = 1_000
const redirects = [301, 302, 303, 307, 308]

/** Why a request was given up. */
export class Refusal extends Error {
  readonly reason: FetchRefusal
  readonly status: number | null
  constructor(reason: FetchRefusal, status: number | null = null) {
    super(reason)
    this.reason = reason
    this.status = status
  }
}

/**
 * Asks the name servers without a thread. `lookup` would hold one of the two that all look-ups of the process share, publishing's as well,
 * for as long as a name server chooses to be silent.
 */
export const resolveName = async (
  host: string,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<readonly string[]> => {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [ipv4, ipv6].flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
}

const connectTo = ({ address, port, tlsName }: Target, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const to = { host: address, port }
    const giveUp = () => socket.destroy(new Refusal('too_slow'))
    const onConnected = () => {
      signal.removeEventListener('abort', giveUp)
      resolve(socket)
    }
    const socket =
      tlsName === null
        ? connectTcp(to, onConnected)
        : connectTls({ ...to, ...(tlsName && { servername: tlsName }) }, onConnected)
    // Stays, so that an error between two listeners does not end the process.
    socket.on('error', reject)
    signal.addEventListener('abort', giveUp, { once: true })
  })

/** The work, unless the signal comes first. What it does later is ignored. */
export const inTime = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Refusal('too_slow'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })

/**
 * Fetches a page or a picture whose address a person or a page gave: the only way in which Galley does
 * (docs/decisions/0040-fetching-pages.md). The names are resolved once for each redirect, every address is checked, and the connection is
 * made to a checked address, so that a name that changes its mind leads nowhere. Never throws for what the other side does.
 */
export const makePublicFetch = (options: PublicFetchOptions = {}): PublicFetch => {
  const atOnce = pLimit(AT_ONCE_MAX)
  const limits = new RecentValues<LimitFunction>(REQUESTERS_MAX)
  return (address, accepted, requester) => {
    const limit = limits.get(requester) ?? pLimit(AT_ONCE_PER_REQUESTER_MAX)
    limits.set(requester, limit, 1)
    return limit(() => atOnce(() => fetchPublic(address, accepted, options)))
  }
}

const fetchPublic = async (
  address: string,
  accepted: Accepted,
  options: PublicFetchOptions,
): Promise<Fetched> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), options.totalMs ?? 10_000)
  try {
    return await inTime(stop.signal, followRedirects(address, accepted, options, stop))
  } catch (error) {
    return { kind: 'refused', ...refusalOf(error, stop.signal) }
  } finally {
    clearTimeout(timer)
    // Closes whatever is still open.
    stop.abort()
  }
}

/** Errors of sockets, TLS, the HTTP parser and decompression have a code; any other error is ours. */
export const refusalOf = (error: unknown, signal: AbortSignal): Pick<Refusal, 'reason' | 'status'> => {
  if (error instanceof Refusal) return { reason: error.reason, status: error.status }
  if (signal.aborted) return { reason: 'too_slow', status: null }
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') throw error
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME'
  return { reason: isUnknown ? 'host_not_found' : 'unreachable', status: null }
}

const followRedirects = async (
  address: string,
  accepted: Accepted,
  options: PublicFetchOptions,
  stop: AbortController,
): Promise<Fetched> => {
  let url = readUrl(address, options)
  for (let times = 0; times <= REDIRECTS_MAX; times++) {
    const response = await sendRequest(url, accepted, options, stop)
    const { statusCode: status = 0, headers } = response
    if (!redirects.includes(status) || headers.location === undefined)
      return readAnswer(response, url, accepted, stop.signal)
    response.destroy()
    if (!URL.canParse(headers.location, url.href)) throw new Refusal('unreachable')
    const next = readUrl(new URL(headers.location, url.href).href, options)
    // A page that was requested over TLS must not be replaced on the way.
    if (url.protocol === 'https:' && next.protocol !== 'https:') throw new Refusal('address_refused')
    url = next
  }
  throw new Refusal('too_many_redirects')
}

const isAllowed = (url: URL, { allowed = [] }: PublicFetchOptions): boolean =>
  allowed.some(beginning => url.href.startsWith(beginning))

/** The URL, if it is public as far as its text says, or allowed. @throws Refusal */
export const readUrl = (text: string, options: PublicFetchOptions): URL => {
  const url = URL.canParse(text) && isAllowed(new URL(text), options) ? new URL(text) : readPublicUrl(text)
  if (!url) throw new Refusal('address_refused')
  return url
}

const sendRequest = async (
  url: URL,
  accepted: Accepted,
  options: PublicFetchOptions,
  stop: AbortController,
): Promise<IncomingMessage> => {
  const { signal } = stop
  const socket = await openConnection(url, options, signal)
  socket.setTimeout(options.stepMs ?? 5_000, () => stop.abort())
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => socket,
      method: 'GET',
      host: bareHost(url),
      path: url.pathname + url.search,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
      headers: {
        host: url.host,
        accept: accepted.types.join(', '),
        'accept-encoding': 'gzip, br',
        'accept-language': 'en',
        'user-agent': 'Mozilla/5.0 (compatible; Galley link preview)',
      },
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    // The only event of a call whose server switches to another protocol.
    sent.once('close', () => reject(new Refusal('unreachable')))
    sent.end()
  })
}

/** Connects to one of the host's addresses, all of which must be public. No name is resolved a second time. @throws Refusal */
export const openConnection = async (
  url: URL,
  options: PublicFetchOptions,
  signal: AbortSignal,
): Promise<Socket> => {
  const { resolve = resolveName, connect = connectTo, stepMs = 5_000 } = options
  const host = bareHost(url)
  const isName = isIP(host) === 0
  const addresses = isName ? await inTime(signal, resolve(host)) : [host]
  if (!isAllowed(url, options) && !addresses.every(isPublicIp)) throw new Refusal('address_refused')
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const tlsName = isTls ? (isName ? host : '') : null
  let failure: unknown = new Refusal('host_not_found')
  // IPv4 first, as many machines have no way out over IPv6.
  for (const address of addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, 3)) {
    const step = AbortSignal.any([signal, AbortSignal.timeout(stepMs)])
    try {
      return await inTime(step, connect({ address, port, tlsName }, step))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const readAnswer = async (
  response: IncomingMessage,
  url: URL,
  accepted: Accepted,
  signal: AbortSignal,
): Promise<Fetched> => {
  const { statusCode = 0, headers } = response
  if (statusCode < 200 || statusCode > 299) throw new Refusal('http_error', statusCode)
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map(part => part.trim())
  if (!accepted.types.includes(type.toLowerCase())) throw new Refusal('wrong_type')
  const length = Number(headers['content-length'] ?? 0)
  if (length > accepted.maxBytes && !accepted.takesBeginning) throw new Refusal('too_large')
  const charset = parameters.find(part => /^charset=/i.test(part))?.slice(8)
  return {
    kind: 'fetched',
    url: url.href,
    type: type.toLowerCase(),
    charset: charset?.replace(/^["']|["']$/g, '') ?? null,
    bytes: await readBody(response, accepted, signal),
  }
}

const readBody = async (
  response: IncomingMessage,
  { maxBytes, takesBeginning = false }: Accepted,
  signal: AbortSignal,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  // Decompression stops with the reading, after at most one chunk more: a bomb is never unpacked.
  for await (const chunk of decompressed(response)) {
    if (signal.aborted) throw new Refusal('too_slow')
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  if (length > maxBytes && !takesBeginning) throw new Refusal('too_large')
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

const decompressed = (response: IncomingMessage): Readable => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  if (!Object.hasOwn(decompressors, encoding)) throw new Refusal('wrong_type')
  // An error in either stream reaches the reader of the result.
  return pipeline(response, decompressors[encoding as keyof typeof decompressors](), () => undefined)
}
