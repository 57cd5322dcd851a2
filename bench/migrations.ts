import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { line } from './figures.ts'

const ROWS = 1_000_000
/** The migration waits two seconds for a lock, and what queues behind it as long. */
const WAIT_MS_MAX = 2_500
/** How long one transaction after the other keeps what it has written. */
const HELD_MS = 700

/** Each on a table that people use. The last ones are what `migration-locks.test.ts` does not let through. */
const tried: readonly { name: string; sql: string; isRefused?: true }[] = [
  { name: 'a column with a default', sql: 'alter table busy add a integer not null default 7' },
  {
    name: 'a check, not valid',
    sql: 'alter table busy add constraint has_text check (text is not null) not valid',
  },
  { name: 'that check, validated', sql: 'alter table busy validate constraint has_text' },
  { name: 'a required column, after it', sql: 'alter table busy alter text set not null' },
  {
    name: 'an index, built concurrently',
    sql: '-- Outside a transaction.\ndrop index concurrently if exists by_text;\ncreate index concurrently by_text on busy (text);',
  },
  { name: 'an index', sql: 'create index by_number on busy (number)', isRefused: true },
  { name: 'a wider column', sql: 'alter table busy alter number type bigint', isRefused: true },
]

/** Calls again and again until told to stop. @returns the longest time that one of them took, in ms */
const watch = (url: string, run: (client: pg.Client) => Promise<unknown>): (() => Promise<number>) => {
  let isOver = false
  const watching = (async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let longest = 0
    while (!isOver) {
      const begun = performance.now()
      await run(client)
      longest = Math.max(longest, performance.now() - begun)
      await sleep(5)
    }
    await client.end()
    return longest
  })()
  return () => {
    isOver = true
    return watching
  }
}

const someRow = () => Math.ceil(Math.random() * ROWS)
const read = (client: pg.Client) => client.query('select * from busy where id = $1', [someRow()])
const write = (client: pg.Client) => client.query('update busy set text = text where id = $1', [someRow()])
const writeAndHold = async (client: pg.Client) => {
  await client.query('begin')
  await write(client)
  await sleep(HELD_MS)
  await client.query('commit')
}

/** Migrations of a table of a million rows while people read it, write to it, and hold what they wrote: how long somebody waited. */
export async function* migrationsSection(): AsyncGenerator<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'galley-bench-migrations-'))
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(home, 'postgres') })
  try {
    const url = await postgres.ensureDatabase('galley')
    const folder = await mkdtemp(path.join(home, 'migrations-'))
    const apply = async (number: number, sql: string): Promise<void> => {
      await writeFile(path.join(folder, `000${number}-step.sql`), `-- Expands.\n${sql}`)
      await migrate(url, folder)
    }
    await apply(
      1,
      `create table busy (id bigint primary key, number integer, text text);
       insert into busy select n, n, repeat(md5(n::text), 6) from generate_series(1, ${ROWS}) n`,
    )
    for (const [at, { name, sql, isRefused }] of tried.entries()) {
      const stops = [read, write, writeAndHold].map(run => watch(url, run))
      await sleep(HELD_MS)
      const begun = performance.now()
      await apply(at + 2, sql)
      const seconds = (performance.now() - begun) / 1000
      const [reader = 0, writer = 0] = await Promise.all(stops.map(stop => stop()))
      const more = `applied in ${seconds.toFixed(1)} s; readers waited at most ${Math.round(reader)} ms`
      const aim = isRefused ? {} : { aim: { most: WAIT_MS_MAX } }
      yield line(`${name}${isRefused ? ' (refused)' : ''}: longest write`, writer, ' ms', { more, ...aim })
    }
  } finally {
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
}
