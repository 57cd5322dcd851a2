import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_nullable: boolean
  readonly has_default: boolean
  /** The checks on this column alone, in PostgreSQL's notation; also those that only new rows have been held to. */
  readonly checks: readonly string[]
}

const columnsQuery = `
  select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as is_nullable,
    c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as has_default,
    array(
      select regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '') from pg_constraint k
      where k.contype = 'c' and k.conrelid = c.table_name::regclass and k.conkey = array[c.ordinal_position::int2]
      order by k.oid
    ) as checks
  from information_schema.columns c
  where c.table_schema = 'public' and c.table_name <> 'schema_migrations'
  order by c.table_name, c.ordinal_position`

/** The driver's type for each database type: ids are numbers, days and times of day are text, instants are dates. */
const readAs: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  _int8: 'number[]',
  text: 'string',
  _text: 'string[]',
  date: 'string',
  time: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  uuid: 'string',
  timestamptz: 'Date',
}

/** The texts that a check allows: `check (status in ('open', 'closed'))`; null if it is not a list. */
const allowedTexts = (checks: readonly string[]): string | null => {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|('(?:[^']|'')*'::text))\)\)$/.exec(check)
    const texts = (list?.[1] ?? list?.[2])?.match(/'(?:[^']|'')*'(?=::text)/g)
    if (texts) return texts.map(text => JSON.stringify(text.slice(1, -1).replaceAll("''", "'"))).join(' | ')
  }
  return null
}

const typeOf = (column: Column, named: ReadonlySet<string>): string => {
  const { table, name, type, checks, is_nullable, has_default } = column
  const key = `${table}.${name}`
  const listed = allowedTexts(checks)
  if (named.has(key) && listed)
    throw new Error(`column-types.ts names ${key}, whose check says it already: ${listed}`)
  const base = named.has(key) ? `ColumnTypes['${key}']` : (listed ?? readAs[type])
  if (!base) throw new Error(`${key} is ${type}: name its type in column-types.ts`)
  const read = is_nullable ? `${base} | null` : base
  if (type === 'jsonb') return `Json<${read}${is_nullable || has_default ? ', undefined' : ''}>`
  return has_default ? `Generated<${read}>` : read
}

const head = `// Written by \`npm run schema\` from the migrations. What they cannot tell is in column-types.ts.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** It is read as a value and written as JSON text. */
type Json<T, Missing = never> = ColumnType<T, string | Missing, string>

/** Rows as the migrations make them. Instants are \`Date\`, days are \`yyyy-MM-dd\` text, ids are numbers. */
export type Database = {
`
const foot = `}

/** A row as it is read. */
export type Row<T extends keyof Database> = Selectable<Database[T]>
`

/** The text of schema.ts for a migrated database. */
export async function makeRowTypes(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columnsQuery)
    const file = await readFile(resolve(import.meta.dirname, 'column-types.ts'), 'utf8')
    const named = new Set([...file.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key = '']) => key))
    const tables = Map.groupBy(rows, ({ table }) => table)
    const known = new Set(rows.map(({ table, name }) => `${table}.${name}`))
    for (const key of named)
      if (!known.has(key)) throw new Error(`column-types.ts names ${key}, which is no column`)
    const lines = [...tables].flatMap(([table, columns]) => [
      `  ${table}: {`,
      ...columns.map(column => `    ${column.name}: ${typeOf(column, named)}`),
      '  }',
    ])
    return formatted(`${head}${lines.join('\n')}\n${foot}`)
  } finally {
    await client.end()
  }
}

const formatted = (text: string): string => {
  const biome = resolve(import.meta.dirname, '../../../../node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'format', '--stdin-file-path=schema.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The row types cannot be formatted: ${stderr}`)
  return stdout
}
