import type { CDPSession } from '@playwright/test'

/** Long enough for everything a page loads by itself; live updates keep the network from ever being idle. */
export const SETTLE_MS = 2500

export type Kind = 'js' | 'css' | 'data' | 'other'

const kindOf = (url: string): Kind => {
  const { pathname } = new URL(url)
  if (pathname.endsWith('.js')) return 'js'
  if (pathname.endsWith('.css')) return 'css'
  return pathname.startsWith('/api/') ? 'data' : 'other'
}

/** `bytes`: in all, of which `headers` are not the file itself. */
export type Received = {
  readonly url: string
  readonly kind: Kind
  readonly bytes: number
  readonly headers: number
  readonly at: number
}

/** Collects what arrives, by the browser's own count: compressed, with its headers. */
export const listen = async (devtools: CDPSession): Promise<Received[]> => {
  const urls = new Map<string, string>()
  const lengths = new Map<string, number>()
  const received: Received[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { 'content-length': length = response.headers['Content-Length'] } = response.headers
    if (length) lengths.set(requestId, Number(length))
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const url = urls.get(requestId)
    received.push({
      url: url ?? '',
      kind: url === undefined ? 'other' : kindOf(url),
      bytes,
      headers: bytes - (lengths.get(requestId) ?? bytes),
      at: performance.now(),
    })
  })
  await devtools.send('Network.enable')
  return received
}

/** Kilobytes of 1,000 bytes, with headers. */
export const kilobytes = (received: readonly Received[], kind: Kind): number =>
  received.filter(one => one.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
