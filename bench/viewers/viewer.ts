import { createParser } from 'eventsource-parser'
import { askOk, type Call } from '../load.ts'

/** Waits like the web, so that the events of a bulk change cause one read (web/src/platform/live-updates.ts). */
const BATCH_MS = 120

/** What somebody who has a calendar open asks for when these posts have changed; null: everything has to be read again. */
export type ReadOf = (postIds: readonly number[] | null) => Call

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

/** Listens to the project's events, over a stream as the web opens it, and reads after each what the web reads. */
export const openViewer = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  projectId: number,
  readOf: ReadOf,
): Promise<Viewer> => {
  const stop = new AbortController()
  const reads: number[] = []
  const shown: number[] = []
  const etags = new Map<string, string>()
  let waiting: { ids: Set<number>; isAll: boolean; since: number } | null = null
  const running = new Set<Promise<void>>()

  const flush = async (): Promise<void> => {
    const batch = waiting
    waiting = null
    if (!batch) return
    const call = readOf(batch.isAll ? null : [...batch.ids])
    const answer = await askOk(conditional(call, etags.get(call.url)))
    if (answer.headers.etag) etags.set(call.url, String(answer.headers.etag))
    reads.push(answer.ms)
    shown.push(performance.now() - batch.since)
  }
  const onEvent = (data: string): void => {
    const { post_id: postId } = JSON.parse(data) as { post_id?: number | null }
    if (!waiting) {
      waiting = { ids: new Set(), isAll: false, since: performance.now() }
      setTimeout(() => {
        const work = flush().finally(() => running.delete(work))
        running.add(work)
      }, BATCH_MS)
    }
    if (typeof postId === 'number') waiting.ids.add(postId)
    else waiting.isAll = true
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
