import { readFile } from 'node:fs/promises'
import { ownServer } from './test-servers.ts'

/** The database of the Galley under test. */
export const databaseUrl = async (): Promise<string> => {
  if (process.env.E2E_DATABASE_URL !== undefined) return process.env.E2E_DATABASE_URL
  const path = `${ownServer().dataDir}/postgres.json`
  const { password, port } = JSON.parse(await readFile(path, 'utf8')) as { password: string; port: number }
  return `postgres://galley:${password}@127.0.0.1:${port}/galley`
}
