import autocannon from 'autocannon'

export type Load = {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
  readonly bytes: number
  readonly failed: number
}

/** Requests one address as fast as it answers, over this many connections, for this many seconds. @returns latencies in ms */
export const load = async (options: {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string
}): Promise<Load> => {
  const { url, connections, headers = {}, method = 'GET', body } = options
  const result = await autocannon({
    url,
    connections,
    duration: options.seconds,
    headers,
    method,
    ...(body ? { body } : {}),
  })
  return {
    p50: result.latency.p50,
    p99: result.latency.p99,
    perSecond: result.requests.average,
    bytes: result.throughput.average / Math.max(1, result.requests.average),
    failed: result.non2xx + result.errors,
  }
}

export const describeLoad = (name: string, { p50, p99, perSecond, bytes, failed }: Load): string =>
  `${name.padEnd(34)} p50 ${p50.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms   ${perSecond.toFixed(0).padStart(6)} req/s   ${(bytes / 1024).toFixed(0).padStart(5)} kB${failed > 0 ? `   ${failed} FAILED` : ''}`
