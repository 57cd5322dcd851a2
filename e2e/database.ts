import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { ownServer, postgresFolder } from './test-servers.ts'

const databaseUrl = async (): Promise<string> => {
  if (process.env.E2E_DATABASE_URL !== undefined) return process.env.E2E_DATABASE_URL
  const { password, port } = JSON.parse(await readFile(`${postgresFolder}.json`, 'utf8')) as {
    password: string
    port: number
  }
  return `postgres://galley:${password}@127.0.0.1:${port}/${ownServer().database}`
}

/** Works on a database, by default that of the Galley under test, over a connection of its own. */
export async function onDatabase<Result>(
  work: (client: pg.Client) => Promise<Result>,
  url?: string,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url ?? (await databaseUrl()) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
