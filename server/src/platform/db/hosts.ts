import { Socket } from 'node:net'
import pg from 'pg'

/** How long one host has to say whether it is the primary. */
const PROBE_MS = 2_000

/** One address for each host of a list: `postgres://user:password@db1:5432,db2:5432/galley`. Of another text only itself. */
export const addressesOf = (url: string): readonly string[] => {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  return hosts?.split(',').map(host => `${before}${host}${after}`) ?? [url]
}

/** How the driver reaches the database: of several hosts, each connection looks for the one that takes writes. */
export const connectionTo = (url: string): pg.ClientConfig => {
  const addresses = addressesOf(url)
  const [connectionString = url] = addresses
  if (addresses.length === 1) return { connectionString }
  return { connectionString, keepAlive: true, stream: () => socketToPrimary(addresses) }
}

const socketToPrimary = (addresses: readonly string[]): Socket => {
  const socket = new Socket()
  const connect = socket.connect.bind(socket) as (port: number, host: string) => Socket
  socket.connect = () => {
    findPrimary(addresses).then(
      // The driver may have stopped waiting.
      ({ host, port }) => socket.destroyed || connect(port, host),
      error => socket.destroy(error),
    )
    return socket
  }
  return socket
}

/** The first of the hosts that takes writes. All are asked at once, so that those that are away cost no more than one of them. */
const findPrimary = async (addresses: readonly string[]): Promise<{ host: string; port: number }> => {
  const answers = await Promise.allSettled(addresses.map(probe))
  const primary = answers.find(answer => answer.status === 'fulfilled' && answer.value !== null)
  if (primary?.status === 'fulfilled' && primary.value) return primary.value
  const failed = answers.find(answer => answer.status === 'rejected')
  throw failed?.reason ?? Object.assign(new Error('every host is a standby'), { code: '25006' })
}

/** Null: a standby. @throws when it does not answer */
const probe = async (connectionString: string): Promise<{ host: string; port: number } | null> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby ? null : { host: client.host, port: client.port }
  } finally {
    await client.end().catch(() => undefined)
  }
}
