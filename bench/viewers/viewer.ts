import { createParser } from 'eventsource-parser'
import type { Call } from '../connection.ts'
import { askOk } from '../load.ts'

/** Waits like the web, so that the events of a bulk change cause one read (web/src/platform/live-updates.ts). */
const BATCH_MS = 120

/** What somebody who has a calendar open asks for when these posts have changed. */
export type ReadsOf = (postIds: readonly number[]) => readonly Call[]

export type Viewer = {
  /** Milliseconds of each read that an event caused. */
  readonly reads: number[]
  /** Milliseconds from when the event arrived until what it is about had been read. */
  readonly shown: number[]
  stop(): Promise<void>
}

/** A browser sends the ETag of what it has in its cache. */
const conditional = (call: Call, etag: string | undefined): Call =>
  etag === undefined ? call : { ...call, headers: { ...call.headers, 'if-none-match': etag } }

/** Asks all at once, as a page does. `etags`: what the browser's cache has, by address. @returns ms until all have been answered */
export const askAll = async (
  calls: readonly Call[],
  etags: Map<string, string> = new Map(),
): Promise<number> => {
  const begun = performance.now()
  await Promise.all(
    calls.map(async call => {
      const { headers } = await askOk(conditional(call, etags.get(call.url)))
      if (headers.etag) etags.set(call.url, String(headers.etag))
    }),
  )
  return performance.now() - begun
}

/** Listens to the project's events, over a stream as the web opens it, and reads after each what the web reads. */
export const openViewer = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  projectId: number,
  readsOf: ReadsOf,
): Promise<Viewer> => {
  const stop = new AbortController()
  const reads: number[] = []
  const shown: number[] = []
  const etags = new Map<string, string>()
  let waiting: { ids: Set<number>; since: number } | null = null
  const running = new Set<Promise<void>>()

  const flush = async (): Promise<void> => {
    const batch = waiting
    waiting = null
    if (!batch) return
    reads.push(await askAll(readsOf([...batch.ids]), etags))
    shown.push(performance.now() - batch.since)
  }
  const onEvent = (data: string): void => {
    const { post_id: postId } = JSON.parse(data) as { post_id?: number | null }
    if (typeof postId !== 'number') return
    if (!waiting) {
      waiting = { ids: new Set(), since: performance.now() }
      setTimeout(() => {
        const work = flush().finally(() => running.delete(work))
        running.add(work)
      }, BATCH_MS)
    }
    waiting.ids.add(postId)
  }

  const answer = await fetch(`${url}/api/projects/${projectId}/events`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: stop.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`no stream: ${answer.status}`)
  const parser = createParser({ onEvent: ({ event, data }) => event === 'access' || onEvent(data) })
  const decoder = new TextDecoder()
  const listening = (async () => {
    for await (const chunk of answer.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  })().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return {
    reads,
    shown,
    stop: async () => {
      await Promise.all(running)
      stop.abort()
      await listening
    },
  }
}
