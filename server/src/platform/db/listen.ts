import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { connectionTo } from './hosts.ts'

const RECONNECT_MS = 1000

export type Listening = { close(): Promise<void> }

type Listener = {
  /** The name of the connection in `pg_stat_activity`. */
  readonly name: string
  readonly channels: readonly string[]
  readonly log: Log
  onNotification(channel: string, payload: string | undefined): void
  /** Called when a lost connection is back: the notifications in between are lost. */
  onReconnect(): void
}

/** One LISTEN connection. When it is lost, it is reopened with one attempt a second. */
export const listenToDatabase = async (url: string, listener: Listener): Promise<Listening> => {
  const { name, channels, log } = listener
  let client: pg.Client | null = null
  let isClosed = false

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connectionTo(url), application_name: name })
    fresh.on('notification', ({ channel, payload }) => listener.onNotification(channel, payload))
    fresh.on('error', error => log.warn({ err: error, name }, 'a listener lost its database connection'))
    await fresh.connect()
    await fresh.query(channels.map(channel => `listen ${channel}`).join('; '))
    // Only an established connection can be lost: a failed attempt also ends one, and would double the attempts each time.
    fresh.on('end', () => {
      if (!isClosed) setTimeout(reconnect, RECONNECT_MS)
    })
    client = fresh
  }
  const reconnect = (): void => {
    if (isClosed) return
    connect().then(
      () => listener.onReconnect(),
      error => {
        log.debug({ err: error, name }, 'the database is still unavailable')
        setTimeout(reconnect, RECONNECT_MS)
      },
    )
  }

  await connect()
  return {
    close: async () => {
      isClosed = true
      await client?.end()
    },
  }
}
