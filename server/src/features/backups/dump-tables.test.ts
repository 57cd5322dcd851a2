import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { fingerprint } from '#testing/backups.ts'
import { readDump } from './dump-reader.ts'
import { dumpTables } from './dump-tables.ts'
import { loadTables } from './load-tables.ts'

// Tables of every kind of column and rule, whatever Galley's own have today.
const schema = `
  create table parents (
    id bigint generated always as identity primary key, "order" text, child_id bigint,
    made text generated always as (upper("order")) stored, at timestamptz, days date[], bytes bytea, more jsonb,
    amount numeric, is_so boolean not null default true
  );
  create table children (id bigserial primary key, parent_id bigint not null references parents, words tsvector);
  alter table parents add foreign key (child_id) references children deferrable;
  create function forbid() returns trigger language plpgsql as $$ begin raise exception 'a trigger ran'; end $$;
  create table "No Rows" (id int primary key);
  create table parted (id int, at date) partition by range (at);
  create table parted_of_all partition of parted default;`

let databases: TestDatabase[]
let clients: pg.Client[]
beforeAll(async () => {
  databases = [await createEmptyDatabase(), await createEmptyDatabase()]
  clients = databases.map(({ url }) => new pg.Client({ connectionString: url }))
  for (const client of clients) {
    await client.connect()
    await client.query(schema)
  }
})
afterAll(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})
const both = () => {
  const [from, to] = clients
  const [one, other] = databases
  if (!from || !to || !one || !other) throw new Error('there are two databases')
  return { from, to, urls: [one.url, other.url] as const }
}

const hard = ['\\.', '\n\\.\n', '\\N', '\t', 'a\\', '\r\n', '"', "'", '🌷', '']
const text = fc
  .oneof(fc.constantFrom(...hard), fc.string({ unit: 'grapheme' }))
  .map(value => value.replaceAll('\0', ''))

describe('A snapshot of the database', () => {
  it('brings back whatever rows there are, without triggers and in any order of foreign keys', async () => {
    const { from, to, urls } = both()
    await to.query('create trigger never before insert on children for each row execute function forbid()')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, fc.option(fc.uint8Array()), fc.json())), async rows => {
        await from.query('truncate parents, children, parted')
        for (const [words, bytes, more] of rows) {
          const { rows: made } = await from.query<{ id: number }>(
            `insert into parents ("order", bytes, more, at, days, amount) values ($1, $2, $3, now(), '{2026-01-01,infinity}', 'NaN') returning id`,
            [words, bytes && Buffer.from(bytes), more.replaceAll('\\u0000', '')],
          )
          await from.query(
            `with child as (insert into children (parent_id, words) values ($1, to_tsvector($2)) returning id)
             update parents set child_id = (select id from child) where id = $1`,
            [made[0]?.id, words],
          )
          await from.query(`insert into parted values (1, '2026-01-01'), (2, null)`)
        }
        const counts = {}
        const script = await buffer(Readable.from(dumpTables(from, counts)))
        await to.query('begin')
        expect(await loadTables(to, Readable.from([script]))).toEqual(counts)
        await to.query('commit')
        const [before, after] = [await fingerprint(urls[0]), await fingerprint(urls[1])]
        // Only the script sets the child's pointer back; the sequences are where they were.
        expect(after).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })

  it('is refused if a row refers to one that is not there', async () => {
    const { to } = both()
    const script = 'copy public."children" ("id", "parent_id", "words") from stdin;\n1\t77\t\\N\n\\.\n'
    await to.query('begin')
    await expect(loadTables(to, Readable.from([Buffer.from(script)]))).rejects.toThrow(/foreign key/)
    await to.query('rollback')
  })

  it('is refused if it has a column too many or a line of its own', async () => {
    const { to } = both()
    for (const line of ['copy public."No Rows" ("id", "more") from stdin;', 'drop table parents;']) {
      await to.query('begin')
      await expect(loadTables(to, Readable.from([Buffer.from(`${line}\n`)]))).rejects.toThrow(
        /is not what its migrations make|has a line that no backup has/,
      )
      await to.query('rollback')
    }
  })

  it('reads the same however it is cut into pieces', async () => {
    const script = 'copy a;\n\\.\ncopy b;\n1\t\\\\.\n\\\\.\n\\.\nend\n'
    const parts = async (pieces: AsyncIterable<Buffer>) => {
      const reader = readDump(pieces)
      const read: string[] = []
      for (let line = await reader.line(); line !== null; line = await reader.line()) {
        read.push(line)
        if (line.startsWith('copy')) read.push((await buffer(Readable.from(reader.rows()))).toString())
      }
      return read
    }
    for (let size = 1; size <= script.length; size++) {
      const pieces = script.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
      expect(await parts(Readable.from(pieces.map(piece => Buffer.from(piece))))).toEqual([
        'copy a;',
        '',
        'copy b;',
        '1\t\\\\.\n\\\\.\n',
        'end',
      ])
    }
  })
})
