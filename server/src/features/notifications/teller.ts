import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#server/platform/http/route.ts'
import { mailDue } from './mail-due.ts'
import { tellAgencyEvents } from './tell-agency-events.ts'
import { tellEvents } from './tell-events.ts'

/** People see what they are told within a second. With nothing to tell the statement reads one empty index. */
const PAUSE_MS = 500
/** After a fault, for example while the database restarts. */
const FAULT_PAUSE_MS = 5000

/** Tells events, and mails what is due, until it is stopped; stopping waits for what is under way. */
export const startTeller = (services: Services): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const repeat = async (work: () => Promise<number>, fault: string) => {
    while (!signal.aborted)
      try {
        if ((await work()) === 0) await rest(PAUSE_MS)
      } catch (error) {
        services.log.error({ err: error }, fault)
        await rest(FAULT_PAUSE_MS)
      }
  }
  // Beside each other: a mail that fails holds up no list.
  const running = Promise.all([
    repeat(() => tellEvents(services), 'people could not be told of what happened'),
    repeat(() => tellAgencyEvents(services), 'admins could not be told of what happened to their agency'),
    repeat(() => mailDue(services), 'what people were told could not be mailed'),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
