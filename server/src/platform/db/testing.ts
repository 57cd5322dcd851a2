import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { followDatabaseClock, moveDatabaseClock, runAheadMs } from './testing-clock.ts'

declare module 'vitest' {
  // These names are vitest's own, for values passed from the global setup to the tests.
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** The server the tests run on, the migrated database that every test database is copied from, and the pooler in front, if there is one. */
export type TestPostgres = { serverUrl: string; template: string; poolerUrl?: string }

/** A database for one test; `poolerUrl` leads to it through a pooler that works per transaction, if the run has one. */
export type TestDatabase = { url: string; poolerUrl?: string; drop: () => Promise<void> }

/** Creates the migrated template on the server, once per run. Other migrations make another template. */
export async function createTemplate(serverUrl: string): Promise<TestPostgres> {
  const migrations = await readMigrations(migrationsFolder)
  const key = createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
  const template = `galley_template_${key.slice(0, 8)}_${process.pid}`
  await onServer(serverUrl, client => client.query(`create database ${template}`))
  await tellRunsTime(urlOf(serverUrl, template))
  await migrate(urlOf(serverUrl, template))
  return { serverUrl, template }
}

/** Removes the template, for a server that outlives the run. */
export async function dropTemplate({ serverUrl, template }: TestPostgres): Promise<void> {
  await onServer(serverUrl, client => client.query(`drop database if exists ${template} with (force)`))
}

/**
 * A fresh database with every migration applied and nothing else in it, in about 30 ms. Call it in `beforeAll` or `beforeEach`, end
 * your pools, then `drop()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject('postgres')
  return createFrom(`template ${template} strategy file_copy`)
}

/** An empty database, even without the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createFrom('')
  await tellRunsTime(database.url)
  return database
}

/** Lets a database, which has no migrations yet, tell the time of this test run. */
export async function tellRunsTime(url: string): Promise<void> {
  if (runAheadMs !== 0) await onServer(url, client => moveDatabaseClock(client, runAheadMs))
}

async function createFrom(clause: string): Promise<TestDatabase> {
  const { serverUrl, poolerUrl } = inject('postgres')
  const name = `galley_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, async client => {
    await client.query(`create database ${name} ${clause}`)
    if (runAheadMs !== 0) await followDatabaseClock(client, name)
  })
  return {
    url: urlOf(serverUrl, name),
    ...(poolerUrl !== undefined && { poolerUrl: urlOf(poolerUrl, name) }),
    drop: () => onServer(serverUrl, client => client.query(`drop database if exists ${name} with (force)`)),
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
