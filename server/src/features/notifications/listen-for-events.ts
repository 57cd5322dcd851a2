import { parseJson } from '#domain/kernel/json.ts'
import { isNotifying } from '#domain/kernel/live-events.ts'
import { listenToDatabase } from '#server/platform/db/listen.ts'
import { AGENCY_EVENTS_CHANNEL, EVENTS_CHANNEL } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { mailDue } from './mail-due.ts'
import { notifyOfAgencyEvents } from './notify-of-agency-events.ts'
import { notifyOfEvents } from './notify-of-events.ts'
import { pushDue } from './push/push-due.ts'

/** Writes notifications as soon as an event commits, and queues the mails and push messages that are due with them, until it is stopped. */
export const listenForEvents = async (
  services: Services,
  url: string,
): Promise<{ stop(): Promise<void> }> => {
  const stopping = new AbortController()
  const start = (work: () => Promise<number>, fault: string) =>
    drain(work, { signal: stopping.signal, onFault: error => services.log.error({ err: error }, fault) })
  // Beside each other: a mail that fails holds up no list.
  const mails = start(() => mailDue(services), 'notifications could not be mailed')
  const pushes = start(() => pushDue(services), 'push messages could not be written')
  const events = start(async () => {
    const handled = await notifyOfEvents(services)
    if (handled > 0) for (const each of [mails, pushes]) each.wake()
    return handled
  }, 'people could not be notified of what happened')
  const agencyEvents = start(
    () => notifyOfAgencyEvents(services),
    'admins could not be notified of what happened to their agency',
  )
  const all = [events, agencyEvents, mails, pushes]
  const wakeAll = () => {
    for (const each of all) each.wake()
  }
  const listening = await listenToDatabase(url, {
    name: 'galley-notifications',
    channels: [EVENTS_CHANNEL, AGENCY_EVENTS_CHANNEL],
    log: services.log,
    onNotification: (channel, payload) => {
      if (channel === AGENCY_EVENTS_CHANNEL) agencyEvents.wake()
      else if (isOfPeople(payload)) events.wake()
    },
    onReconnect: wakeAll,
  })
  // What happened while no worker ran.
  wakeAll()
  return {
    stop: async () => {
      await listening.close()
      stopping.abort()
      await Promise.all(all.map(each => each.ended()))
    },
  }
}

const isOfPeople = (payload = ''): boolean => {
  const event = parseJson(payload) as { readonly type?: Parameters<typeof isNotifying>[0] } | undefined
  return event?.type !== undefined && isNotifying(event.type)
}

type Draining = { readonly signal: AbortSignal; readonly onFault: (error: unknown) => void }

/** Repeats the work until it finds nothing; woken in the meantime, it looks once more. A fault ends it until it is woken again. */
const drain = (work: () => Promise<number>, { signal, onFault }: Draining) => {
  let running: Promise<void> | null = null
  let isWoken = false
  const run = async () => {
    while (isWoken && !signal.aborted)
      try {
        isWoken = false
        if ((await work()) > 0) isWoken = true
      } catch (error) {
        onFault(error)
      }
    running = null
  }
  return {
    wake: () => {
      isWoken = true
      running ??= run()
    },
    ended: async () => {
      await running
    },
  }
}
