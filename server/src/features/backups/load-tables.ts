import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ConfigError } from '#server/config.ts'
import { readDump } from './dump-reader.ts'
import {
  columnList,
  type ForeignKey,
  type Index,
  listForeignKeys,
  listPlainIndexes,
  listTables,
  quoted,
  type Table,
} from './tables.ts'

const COPY = /^copy public\."([^"]+)" \((.*)\) from stdin;$/
const SETVAL = /^select setval\('public\."([^"]+)"', (\d+), (true|false)\);$/
/** Lines for who restores by hand. */
const PASSED = /^--|^set session_replication_role = replica;$/

/** What the line of a COPY names must be here, or rows would be lost without a word. */
const tableOf = (tables: readonly Table[], name: string, columns: string): Table => {
  const found = tables.find(table => table.name === name)
  if (!found || columnList(found.columns) !== columns)
    throw new ConfigError(
      `The backup's table ${name} is not what its migrations make. Somebody has changed the database outside Galley: compare it with the migrations, or restore by hand.`,
    )
  return found
}

/**
 * Foreign keys are put back in the end, which checks them: rows come table by table, and refer to rows that are not there yet. Only
 * superusers may turn them off.
 */
const dropForeignKeys = async (client: pg.ClientBase): Promise<ForeignKey[]> => {
  const keys = await listForeignKeys(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${quoted(table)} drop constraint "${name}"`)
  return keys
}

const addForeignKeys = async (client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> => {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${quoted(table)} add constraint "${name}" ${definition}`)
}

/** Built in the end, which takes a fraction of the time that filling them row by row does. */
const dropIndexes = async (client: pg.ClientBase): Promise<Index[]> => {
  const indexes = await listPlainIndexes(client)
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  return indexes
}

const createIndexes = async (client: pg.ClientBase, indexes: readonly Index[]): Promise<void> => {
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await client.query(definition)
}

const setTriggers = async (client: pg.ClientBase, tables: readonly Table[], to: 'enable' | 'disable') => {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${to} trigger user`)
}

/** Reads the script and does what each line says. It takes no other lines than those that a backup has. @returns the rows of each table */
const runScript = async (
  client: pg.ClientBase,
  tables: readonly Table[],
  source: AsyncIterable<Buffer>,
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const reader = readDump(source)
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    const [, name, columns = ''] = COPY.exec(line) ?? []
    const [, sequence, value, isCalled] = SETVAL.exec(line) ?? []
    if (name !== undefined) {
      const table = tableOf(tables, name, columns)
      const sink = client.query(
        copyFrom(`copy ${quoted(table.name)} (${columnList(table.columns)}) from stdin`),
      )
      await pipeline(Readable.from(reader.rows()), sink)
      counts[name] = sink.rowCount
    } else if (sequence !== undefined) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        quoted(sequence),
        value,
        isCalled === 'true',
      ])
    } else if (!PASSED.test(line))
      throw new ConfigError(
        `The snapshot of the database has a line that no backup has: ${line.slice(0, 80)}`,
      )
  }
  return counts
}

/**
 * Puts the rows of a snapshot into tables as the migrations have made them, in the caller's transaction: without triggers, with the
 * constraints checked. @returns the rows of each table
 */
export const loadTables = async (
  client: pg.ClientBase,
  source: AsyncIterable<Buffer>,
): Promise<Record<string, number>> => {
  const tables = await listTables(client)
  const keys = await dropForeignKeys(client)
  // After the foreign keys, some of which refer to one.
  const indexes = await dropIndexes(client)
  await setTriggers(client, tables, 'disable')
  // Migrations put rows of their own into some.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const counts = await runScript(client, tables, source)
  await createIndexes(client, indexes)
  await setTriggers(client, tables, 'enable')
  await addForeignKeys(client, keys)
  return counts
}
