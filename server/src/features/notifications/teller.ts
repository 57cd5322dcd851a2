import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#server/platform/http/route.ts'
import { tellEvents } from './tell-events.ts'

/** People see what they are told within a second. With nothing to tell the statement reads one empty index. */
const PAUSE_MS = 500
/** After a fault, for example while the database restarts. */
const FAULT_PAUSE_MS = 5000

/** Tells events until it is stopped; stopping waits for what is being told. */
export const startTeller = (services: Services): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const run = async () => {
    while (!signal.aborted)
      try {
        if ((await tellEvents(services)) === 0) await rest(PAUSE_MS)
      } catch (error) {
        services.log.error({ err: error }, 'people could not be told of what happened')
        await rest(FAULT_PAUSE_MS)
      }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
