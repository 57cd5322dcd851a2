import { Agent, request } from 'node:http'
import { type Call, openConnection, wireOf } from './connection.ts'
import { digits, median, quantile } from './figures.ts'

export type Load = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
}

/**
 * Requests one address as fast as it answers, over this many connections, for this many seconds. The connections are bare sockets that
 * only count: libraries for this take longer for a large answer than the server that sends it from memory. @returns latencies in ms
 */
export const load = async (call: Call, { connections = 4, seconds = 3 }): Promise<Load> => {
  const wire = wireOf(call)
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  const until = begun + seconds * 1000
  const keepAsking = async (): Promise<void> => {
    const connection = await openConnection(call.url)
    for (let now = performance.now(); now < until; ) {
      if ((await connection.call(wire)) >= 400) failed += 1
      const after = performance.now()
      times.push(after - now)
      now = after
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    p50: median(times),
    p99: quantile(times, 0.99),
    failed,
  }
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As sent: still compressed. */
  readonly body: Buffer
  readonly ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request over a kept connection, its answer as sent, and how long it took until the last byte. */
export const ask = ({ url, headers = {}, method = 'GET', body }: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(url, { agent, method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          ms: performance.now() - begun,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Like `ask`, and refuses everything but success: a quick refusal must not pass for a quick answer. */
export const askOk = async (call: Call): Promise<Answer> => {
  const answer = await ask(call)
  if (answer.status >= 400 || answer.status === 0)
    throw new Error(`${call.method ?? 'GET'} ${call.url}: ${answer.status} ${answer.body.subarray(0, 300)}`)
  return answer
}

/** Milliseconds of this many calls, one after the other. */
export const timesOf = async (call: Call, count: number): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push((await askOk(call)).ms)
  return times
}

export type Rival = { readonly name: string; readonly call: Call }

/** What each did, round by round: `rounds[n][k]` is the k-th rival's. */
export type Rounds = readonly (readonly Load[])[]

/**
 * Loads the rivals in turns (A, B, A, B …), so that whatever else the machine does meets all of them. Each gets `seconds` in all and a
 * second before, in which it compiles its code.
 */
export const interleave = async (
  rivals: readonly Rival[],
  { seconds, connections = 4, rounds = 3 }: { seconds: number; connections?: number; rounds?: number },
): Promise<Rounds> => {
  for (const { call } of rivals) await load(call, { connections, seconds: 1 })
  const all: Load[][] = []
  for (let round = 0; round < rounds; round++) {
    const loads: Load[] = []
    for (const { call } of rivals)
      loads.push(await load(call, { connections, seconds: Math.max(1, Math.round(seconds / rounds)) }))
    all.push(loads)
  }
  return all
}

/** A line for the k-th rival: requests a second and latencies, the median of its rounds. */
export const describeRounds = (name: string, rounds: Rounds, k: number): string => {
  const of = (pick: (load: Load) => number) => rounds.map(round => pick(round[k] ?? none))
  const failed = of(({ failed }) => failed).reduce((sum, count) => sum + count, 0)
  const perSecond = `${digits(median(of(load => load.perSecond)))} req/s`.padStart(14)
  const latencies = `p50 ${digits(median(of(load => load.p50)))} ms   p99 ${digits(median(of(load => load.p99)))} ms`
  return `${name.padEnd(48)} ${perSecond}   ${latencies}${failed > 0 ? `   ${failed} FAILED` : ''}`
}

const none: Load = { perSecond: Number.NaN, p50: Number.NaN, p99: Number.NaN, failed: 0 }

/** How many times as many requests a second the k-th rival answered as the other, in each round. */
export const ratiosOf = (rounds: Rounds, k: number, other: number): number[] =>
  rounds.map(round => (round[k] ?? none).perSecond / (round[other] ?? none).perSecond)

/** The median of the ratios, and the lowest and the highest. */
export const describeRatios = (ratios: readonly number[]): string =>
  `${digits(median(ratios))}× (${digits(quantile(ratios, 0))}–${digits(quantile(ratios, 1))})`
