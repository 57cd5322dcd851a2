import type { EventSourceMessage } from 'eventsource-parser'
import { parseJson } from '#domain/kernel/json.ts'
import type { ACCESS_MESSAGE, LiveEvent, NOTIFIED_MESSAGE } from '#domain/kernel/live-events.ts'
import { signalNotified } from './notified.ts'
import { presenceListeners } from './presence.ts'
import { renewToken } from './session.ts'
import { readToken } from './token.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'refused'

type Listener = {
  readonly projectId: number
  readonly signal: AbortSignal
  readonly onEvent: (event: LiveEvent) => void
  readonly onState: (state: LiveState) => void
  /** Something was missed that the server cannot replay: everything has to be reloaded. */
  readonly onGap: () => void
  /** What this person may open or do has changed. */
  readonly onAccess: () => void
  /** Whether the person is deleting the project, which then refuses to be listened to. */
  readonly isLeaving: () => boolean
}

/** The server sends something at least every 20 s; a connection that is silent for this long counts as dead. */
const silence = 50_000
const longestPause = 15_000
/** What happens this soon after the page has loaded its data is not worth loading everything twice. */
const slowStart = 1000
/** Written as text: importing the model would load the schema library. */
const accessMessage: typeof ACCESS_MESSAGE = 'access'
const notifiedMessage: typeof NOTIFIED_MESSAGE = 'notified'

/**
 * 0.5 s, 1 s, 2 s … 15 s, a third of it random, but not earlier than the server has said: it spreads those who return after a restart by
 * how many they are.
 */
export const backoff = (attempt: number, returnAfter: number, chance: number = Math.random()): number =>
  Math.max(Math.min(500 * 2 ** attempt, longestPause) * (0.67 + 0.33 * chance), returnAfter)

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** An unreadable event is no reason to stop listening. Checked by hand: only the ids are used, to reload what they name. */
export const readEvent = (data: string): LiveEvent | null => {
  const event = parseJson(data) as Partial<LiveEvent> | null | undefined
  const hasPost = event?.post_id === null || typeof event?.post_id === 'number'
  return typeof event?.project_id === 'number' && hasPost ? (event as LiveEvent) : null
}

/** Aborts when nothing has arrived for a while: a connection can die silently. */
const watchdog = (onSilence: () => void) => {
  let timer = setTimeout(onSilence, silence)
  return {
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, silence)
    },
    stop: () => clearTimeout(timer),
  }
}

const request = (projectId: number, token: string, lastId: string | null, signal: AbortSignal) =>
  fetch(`/api/projects/${projectId}/events`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      ...(lastId === null ? {} : { 'Last-Event-ID': lastId }),
    },
    cache: 'no-store',
    signal,
  })

type Heard = {
  readonly onLive: () => void
  readonly onMessage: (message: EventSourceMessage) => void
  /** The server says after how many milliseconds to come back. */
  readonly onReturnAfter: (ms: number) => void
}

/** Reads the stream to its end. Any bytes count as a sign of life: the server's heartbeat is no event. */
const read = async (
  body: ReadableStream<Uint8Array>,
  { onMessage, onReturnAfter }: Omit<Heard, 'onLive'>,
  onBytes: () => void,
): Promise<void> => {
  // Needed once the server has answered; what arrives before it is loaded waits in the stream.
  const { createParser } = await import('eventsource-parser')
  const parser = createParser({ onEvent: onMessage, onRetry: onReturnAfter })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}

type Outcome = 'ended' | 'refused'

const connect = async (
  listener: Pick<Listener, 'projectId' | 'signal'>,
  lastId: string | null,
  { onLive, ...heard }: Heard,
): Promise<Outcome> => {
  const stored = readToken()
  if (stored === null) return 'refused'
  const silent = new AbortController()
  const guard = watchdog(() => silent.abort())
  try {
    const signal = AbortSignal.any([listener.signal, silent.signal])
    const answer = await request(listener.projectId, stored.token, lastId, signal)
    if (answer.status === 401) return (await renewToken(stored.token)) === null ? 'refused' : 'ended'
    if (answer.status === 403 || answer.status === 404) return 'refused'
    if (!answer.ok || answer.body === null) throw new TypeError(`no stream: ${answer.status}`)
    onLive()
    await read(answer.body, heard, guard.heard)
    return 'ended'
  } finally {
    guard.stop()
  }
}

/**
 * Listens to the events of a project (`GET /projects/{id}/events`, server-sent events) until the signal fires. Uses fetch
 * because EventSource cannot send the bearer token. Reconnects by itself, asking for what it missed
 * (docs/product/live-updates.md "Events").
 */
export const listenLive = async (listener: Listener): Promise<void> => {
  const begun = Date.now()
  let lastId: string | null = null
  let attempt = 0
  let returnAfter = 0
  const onReturnAfter = (ms: number) => {
    returnAfter = ms
  }
  let isFirst = true
  const onLive = () => {
    listener.onState('live')
    const hasMissedNothing = isFirst && attempt === 0 && Date.now() - begun <= slowStart
    // Without an id to continue from, the server cannot replay what happened before. Reloading now, and not earlier, leaves no
    // gap.
    if (lastId === null && !hasMissedNothing) listener.onGap()
    // What was written for the person in the meantime is not replayed.
    if (!hasMissedNothing) signalNotified()
    // For later connections `onState` says the same.
    if (isFirst && !hasMissedNothing) listener.onAccess()
    isFirst = false
  }
  const onMessage = ({ id, event: name, data }: EventSourceMessage) => {
    attempt = 0
    if (id) lastId = id
    if (name === 'presence') {
      for (const hear of presenceListeners) hear(data)
      return
    }
    if (name === notifiedMessage || name === 'gap') signalNotified()
    if (name === notifiedMessage) return
    if (name === 'gap') return listener.onGap()
    if (name === accessMessage) return listener.onAccess()
    const event = readEvent(data)
    if (event) listener.onEvent(event)
  }
  while (!listener.signal.aborted) {
    try {
      const heard = { onLive, onMessage, onReturnAfter }
      if (!listener.isLeaving() && (await connect(listener, lastId, heard)) === 'refused')
        return listener.onState('refused')
    } catch (error) {
      if (!(error instanceof Error)) throw error // every way a connection can break leads to another try
    }
    if (listener.signal.aborted) return
    listener.onState('reconnecting')
    await pause(backoff(attempt++, returnAfter), listener.signal)
  }
}
