import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { connectionTo } from './hosts.ts'
import type { Database } from './schema.ts'

/** A connection as itself, for what the query builder cannot say, and as a query builder. Both are in the same transaction. */
export type OneConnection = { readonly client: pg.Client; readonly db: Db }

/** Runs the work with one connection, for operators' commands: nothing has a limit of time. */
export const withOneConnection = async <T>(
  url: string,
  name: string,
  work: (connection: OneConnection) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...connectionTo(url), application_name: name })
  // A lost connection surfaces in the waiting query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const pool = {
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: async () => undefined,
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
  try {
    return await work({ client, db })
  } finally {
    await client.end().catch(() => undefined)
  }
}
