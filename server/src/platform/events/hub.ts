import { parseJson } from '#domain/kernel/json.ts'
import { type LiveEvent, liveEvent } from '#domain/kernel/live-events.ts'
import { listenToDatabase } from '#server/platform/db/listen.ts'
import type { Log } from '#server/platform/log.ts'
import { ACCESS_CHANNEL } from '#server/platform/session/end-sessions.ts'
import { EVENTS_CHANNEL } from './emit.ts'
import { NOTIFIED_CHANNEL } from './notified.ts'
import { PRESENCE_CHANNEL, type Presence, startPresence } from './presence.ts'

type Listener = (event: LiveEvent) => void

/** Listeners, and how one is added; adding returns a function that stops it. */
const makeListeners = <L>(...first: L[]) => {
  const all = new Set<L>(first)
  const add = (listener: L) => {
    all.add(listener)
    return () => void all.delete(listener)
  }
  return { all, add }
}

/** The listeners of each project, in this process. */
export type EventHub = {
  /** Calls the listener for each event of the project from now on; returns a function that stops it. */
  subscribe(projectId: number, listener: Listener): () => void
  /** Calls the listener for each event of every project; returns a function that stops it. */
  onEvent(listener: Listener): () => void
  /** Called when the connection was lost and is back, so that events may have been missed. */
  onGap(listener: () => void): () => void
  /** Called with a person's id when their permissions have changed. */
  onAccessChange(listener: (userId: number) => void): () => void
  /** Called with the id of a person who has something new to read, or has read something. */
  onNotified(listener: (userId: number) => void): () => void
  /** Who has which post open. */
  readonly presence: Presence
  close(): Promise<void>
}

const readEvent = (payload: string | undefined): LiveEvent | null =>
  liveEvent.safeParse(parseJson(payload ?? '')).data ?? null

/** Passes an event on. */
const hear = (payload: string | undefined, listenersOf: (event: LiveEvent) => Listener[], log: Log): void => {
  const event = readEvent(payload)
  // From another version of Galley, or another program. Throwing here would end the process.
  if (event) for (const listener of listenersOf(event)) listener(event)
  else log.warn({ payload }, 'an event could not be read')
}

/**
 * One LISTEN connection for the process, distributed in memory. When it breaks, it is reopened and everyone is notified of the gap, so
 * that screens reload what they may have missed.
 */
export const openEventHub = async (url: string, log: Log): Promise<EventHub> => {
  const listeners = new Map<number, Set<Listener>>()
  const ofAll = makeListeners<Listener>()
  const ofGaps = makeListeners<() => void>()
  const ofNotified = makeListeners<(userId: number) => void>()
  const { presence, stopPresence } = startPresence()
  // People who still have access give another sign of life in a moment.
  const ofAccess = makeListeners<(userId: number) => void>(presence.forget)
  const listening = await listenToDatabase(url, {
    name: 'galley-live',
    channels: [EVENTS_CHANNEL, ACCESS_CHANNEL, PRESENCE_CHANNEL, NOTIFIED_CHANNEL],
    log,
    onNotification: (channel, payload) => {
      if (channel === EVENTS_CHANNEL)
        hear(payload, event => [...(listeners.get(event.project_id) ?? []), ...ofAll.all], log)
      if (channel === PRESENCE_CHANNEL) presence.hear(payload)
      if (channel === NOTIFIED_CHANNEL) for (const listener of ofNotified.all) listener(Number(payload))
      if (channel === ACCESS_CHANNEL) for (const listener of ofAccess.all) listener(Number(payload))
    },
    onReconnect: () => {
      for (const listener of ofGaps.all) listener()
    },
  })
  return {
    subscribe: (projectId, listener) => {
      const set = listeners.get(projectId) ?? new Set()
      listeners.set(projectId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(projectId) === set) listeners.delete(projectId)
      }
    },
    onEvent: ofAll.add,
    onGap: ofGaps.add,
    onAccessChange: ofAccess.add,
    onNotified: ofNotified.add,
    presence,
    close: () => {
      stopPresence()
      return listening.close()
    },
  }
}
