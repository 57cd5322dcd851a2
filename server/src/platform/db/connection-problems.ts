import pg from 'pg'
import { addressesOf, connectionTo } from './hosts.ts'

/** Why a database cannot be used, and what to do about it. For operators; never contains the password. */
export type ConnectionProblem = { readonly problem: string; readonly remedy: string }

/** `server_version_num` of the oldest version that Galley works with. */
const MIN_VERSION = 150_000
const CONNECT_MS = 10_000

/** Where the address leads, as the driver reads it. @throws when it cannot be read */
const targetOf = (url: string) => {
  const clients = addressesOf(url).map(connectionString => new pg.Client({ connectionString }))
  const [{ user = '', database = '' } = {}] = clients
  return {
    host: clients.map(({ host }) => host).join(' or '),
    at: clients.map(({ host, port }) => `${host}:${port}`).join(' or '),
    user,
    database,
  }
}

/** Whether the driver can read this as the address of a PostgreSQL database. */
export const isDatabaseUrl = (text: string): boolean => {
  try {
    return /^postgres(ql)?:\/\//.test(text) && targetOf(text).database !== ''
  } catch {
    return false
  }
}

type Target = ReturnType<typeof targetOf>
const byCode: readonly (readonly [RegExp, (target: Target, message: string) => ConnectionProblem])[] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ host }) => ({
      problem: `there is no host called ${host}`,
      remedy: 'Check the host name, and that this machine can look it up.',
    }),
  ],
  [
    /^ECONNREFUSED$/,
    ({ at }) => ({
      problem: `nothing answers at ${at}`,
      remedy: 'Start PostgreSQL there, or correct the host and port.',
    }),
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|^timeout expired/,
    ({ at }) => ({
      problem: `${at} cannot be reached`,
      remedy: 'Check the host and port, and the firewalls in between.',
    }),
  ],
  [
    /^28P01$|password must be a/,
    ({ user }) => ({
      problem: `the password of user ${user} is missing or wrong`,
      remedy: 'Correct the password; write special characters in it as %40 and so on.',
    }),
  ],
  [
    /^28000$/,
    ({ user }, message) => ({
      problem: `PostgreSQL does not let user ${user} in (${message})`,
      remedy: 'Correct the user, or allow it in pg_hba.conf.',
    }),
  ],
  [
    /^3D000$/,
    ({ database, user }) => ({
      problem: `the server has no database called ${database}`,
      remedy: `Correct the name, or create it: createdb --owner ${user} ${database}`,
    }),
  ],
  [
    /^42501$/,
    ({ database, user }, message) => ({
      problem: `user ${user} has too few rights (${message})`,
      remedy: `Make it the owner: alter database ${database} owner to ${user}`,
    }),
  ],
  [
    /^53300$/,
    ({ at }) => ({
      problem: `${at} accepts no more connections`,
      remedy: 'Raise max_connections there, or lower DATABASE_POOL.',
    }),
  ],
  [
    /^57P0/,
    ({ at }) => ({
      problem: `PostgreSQL at ${at} is starting or stopping`,
      remedy: 'Try again in a moment.',
    }),
  ],
  [
    /does not support SSL/,
    ({ at }) => ({ problem: `${at} does not offer TLS`, remedy: 'Remove sslmode, or turn TLS on there.' }),
  ],
  [
    /CERT|certificate|SIGNATURE/i,
    ({ at }, message) => ({
      problem: `the certificate of ${at} is not trusted (${message})`,
      remedy: 'Name its authority in NODE_EXTRA_CA_CERTS (a file).',
    }),
  ],
]

/** What an error of the driver means to an operator. */
export const describeConnectionProblem = (url: string, error: unknown): ConnectionProblem => {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  const target = targetOf(url)
  const found = byCode.find(([pattern]) => pattern.test(String(code)) || pattern.test(message))
  if (found) return found[1](target, message)
  return {
    problem: `no PostgreSQL can be used at ${target.at} (${message || String(code)})`,
    remedy: 'Check that the address leads to a PostgreSQL server.',
  }
}

/** Connects once and looks at the version. @returns the version's name, or what is wrong */
export const checkConnection = async (url: string): Promise<{ version: string } | ConnectionProblem> => {
  const client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    )
    const { number = 0, name = 'unknown' } = rows[0] ?? {}
    if (number >= MIN_VERSION) return { version: name }
    return {
      problem: `the server runs PostgreSQL ${name}, which is too old`,
      remedy: 'Galley needs PostgreSQL 15 or later.',
    }
  } catch (error) {
    return describeConnectionProblem(url, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
