import { type IncomingMessage, request } from 'node:http'
import { bareHost } from './public-address.ts'
import {
  type FetchRefusal,
  inTime,
  openConnection,
  type PublicFetchOptions,
  Refusal,
  readUrl,
  refusalOf,
} from './public-fetch.ts'

/** What came back, or why nothing did: the other side may have got it all the same. */
export type Posted =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The seconds of `Retry-After`; null: not sent, or a date. */
      readonly retryAfter: number | null
      /** The beginning of the answer, as text. */
      readonly text: string
    }
  | { readonly kind: 'refused'; readonly reason: FetchRefusal }

export type PublicPost = (address: string, json: object) => Promise<Posted>

/** What is sent as it is, with the headers that its receiver asks for. */
type Content = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

const HEADER_BYTES_MAX = 16 * 1024
/** Enough for a sentence about what was wrong. */
const TEXT_BYTES_MAX = 2_000

/** Sends JSON as `makePublicSend` does. */
export const makePublicPost = (options: PublicFetchOptions = {}): PublicPost => {
  const sendTo = makePublicSend(options)
  return (address, json) =>
    sendTo(address, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify(json)),
    })
}

/**
 * Sends something to an address that a person or their browser gave: public ones only, as `makePublicFetch`
 * (docs/decisions/0040-fetching-pages.md), and without redirects, which would carry the body to somewhere else. Never throws for what the
 * other side does.
 */
export const makePublicSend =
  (options: PublicFetchOptions = {}) =>
  async (address: string, content: Content): Promise<Posted> => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), options.totalMs ?? 10_000)
    try {
      return await inTime(stop.signal, post(address, content, options, stop))
    } catch (error) {
      return { kind: 'refused', reason: refusalOf(error, stop.signal).reason }
    } finally {
      clearTimeout(timer)
      // Closes whatever is still open.
      stop.abort()
    }
  }

const post = async (
  address: string,
  { headers, body }: Content,
  options: PublicFetchOptions,
  stop: AbortController,
): Promise<Posted> => {
  const url = readUrl(address, options)
  const socket = await openConnection(url, options, stop.signal)
  socket.setTimeout(options.stepMs ?? 5_000, () => stop.abort())
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      createConnection: () => socket,
      method: 'POST',
      host: bareHost(url),
      path: url.pathname + url.search,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal: stop.signal,
      headers: {
        host: url.host,
        ...headers,
        'content-length': body.length,
        'user-agent': 'Galley',
      },
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    // The only event of a call whose server switches to another protocol.
    sent.once('close', () => reject(new Refusal('unreachable')))
    sent.end(body)
  })
  const seconds = response.headers['retry-after']?.trim() ?? ''
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    retryAfter: /^\d{1,6}$/.test(seconds) ? Number(seconds) : null,
    text: await readText(response),
  }
}

/** What the answer says may be cut off: its status has been received. */
const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > TEXT_BYTES_MAX) break
    }
  } catch (error) {
    // The connection was lost after the status.
    refusalOf(error, new AbortController().signal)
  }
  return Buffer.concat(chunks).subarray(0, TEXT_BYTES_MAX).toString('utf8')
}
