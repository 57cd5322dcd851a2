import { parseJson } from '#domain/kernel/json.ts'
import { type LiveEvent, liveEvent } from '#domain/kernel/live-events.ts'
import { listenToDatabase } from '#server/platform/db/listen.ts'
import type { Log } from '#server/platform/log.ts'
import { ACCESS_CHANNEL } from '#server/platform/session/end-sessions.ts'
import { EVENTS_CHANNEL } from './emit.ts'

type Listener = (event: LiveEvent) => void

/** Who listens to which project, in this process. */
export type EventHub = {
  /** Calls the listener for each event of the project from now on; returns the way to stop. */
  subscribe(projectId: number, listener: Listener): () => void
  /** Called when events may have been missed: the connection was lost and is back. */
  onGap(listener: () => void): () => void
  /** Called with a person's id when what they may see or do has changed (`tellAccessChanged`). */
  onAccessChange(listener: (userId: number) => void): () => void
  close(): Promise<void>
}

const readEvent = (payload: string | undefined): LiveEvent | null =>
  liveEvent.safeParse(parseJson(payload ?? '')).data ?? null

/**
 * One LISTEN connection for the process, fanned out in memory. When it breaks it is opened again, and everybody is told of the gap,
 * so that screens read again what they may have missed.
 */
export const openEventHub = async (url: string, log: Log): Promise<EventHub> => {
  const listeners = new Map<number, Set<Listener>>()
  const gapListeners = new Set<() => void>()
  const accessListeners = new Set<(userId: number) => void>()
  const hear = (payload: string | undefined) => {
    const event = readEvent(payload)
    // Of another version of Galley, or not of Galley: thrown here, it would take the process with it.
    if (!event) return log.warn({ payload }, 'an event that cannot be read')
    for (const listener of listeners.get(event.project_id) ?? []) listener(event)
  }
  const listening = await listenToDatabase(url, {
    name: 'galley-live',
    channels: [EVENTS_CHANNEL, ACCESS_CHANNEL],
    log,
    onNotification: (channel, payload) => {
      if (channel === EVENTS_CHANNEL) hear(payload)
      if (channel === ACCESS_CHANNEL) for (const listener of accessListeners) listener(Number(payload))
    },
    onReconnect: () => {
      for (const listener of gapListeners) listener()
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
    onGap: listener => {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    onAccessChange: listener => {
      accessListeners.add(listener)
      return () => accessListeners.delete(listener)
    },
    close: () => listening.close(),
  }
}
