import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync as Database, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Kind, Kinds, SocialNetwork } from './model.ts'

export type Filter = {
  network?: SocialNetwork | undefined
  account?: string | undefined
  parent?: string | undefined
  since?: number | undefined
  until?: number | undefined
  /** Posts of exactly this content. */
  contentDigest?: string | undefined
  /** Without replies. */
  isNoReply?: boolean | undefined
  /** True: stories only. False: no stories. */
  isStory?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const schema = `
  create table if not exists object (
    seq integer primary key autoincrement,
    kind text not null, id text not null, network text not null, account text not null,
    parent text, created_at integer not null, body text not null,
    unique (kind, id)
  ) strict;
  create index if not exists object_by_account on object (kind, network, account, created_at);
  create index if not exists object_by_parent on object (kind, parent, created_at) where parent is not null;
  create index if not exists object_by_digest on object (kind, json_extract(body, '$.content_digest'))
    where json_extract(body, '$.content_digest') is not null;
`

/**
 * Everything the sandbox remembers: typed JSON objects in one SQLite file, with the media files beside it.
 * A write is on disk when the call returns (unless the store is not durable), because a network that answers "created"
 * and then forgets the post would make every crash test meaningless.
 */
export type Store = {
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** Newest first. */
  list<K extends Kind>(kind: K, filter?: Filter): Kinds[K][]
  count(kind: Kind, filter?: Filter): number
  /** How many posts of one account have the same content as an earlier one. */
  countDuplicates(filter?: Filter): number
  /** Inserts the object, or replaces the one with the same kind and id and keeps its place in the order. */
  put<K extends Kind>(kind: K, object: Kinds[K]): void
  /** False when an object of that kind and id is already there. */
  add<K extends Kind>(kind: K, object: Kinds[K]): boolean
  remove(kind: Kind, id: string): boolean
  /** Deletes an account's objects of a kind that are older than `time`. */
  removeBefore(kind: Kind, owner: { network: SocialNetwork | 'mail'; account: string }, time: number): void
  transaction<T>(work: () => T): T
  writeFile(name: string, bytes: Buffer): void
  /** Undefined when there is no such file. */
  readFile(name: string): Buffer | undefined
  clear(kinds: readonly Kind[]): void
  close(): void
}

/** Suppresses the warning that node:sqlite is experimental, and no other warning. */
async function loadSqlite() {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (String(warning).startsWith('SQLite is an experimental feature')) return
    emitWarning.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    return await import('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

/** `durable: false` is for load tests, which publish faster than a disk can confirm and never crash the sandbox. */
export type StoreOptions = { durable?: boolean | undefined }

/** Opens (or creates) the store in `folder`. */
export async function openStore(folder: string, { durable = true }: StoreOptions = {}): Promise<Store> {
  const { DatabaseSync } = await loadSqlite()
  const mediaFolder = join(folder, 'media')
  mkdirSync(mediaFolder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'sandbox.sqlite'))
  db.exec(
    `pragma journal_mode = wal; pragma synchronous = ${durable ? 'full' : 'off'}; pragma busy_timeout = 5000`,
  )
  db.exec(schema)
  return {
    ...objectsIn(db),
    writeFile: (name, bytes) => writeFileSync(join(mediaFolder, name), bytes, { flush: durable }),
    readFile(name) {
      const path = join(mediaFolder, name)
      return existsSync(path) ? readFileSync(path) : undefined
    },
    clear(kinds) {
      const remove = db.prepare('delete from object where kind = ?')
      for (const kind of kinds) remove.run(kind)
      if (!kinds.includes('media')) return
      rmSync(mediaFolder, { recursive: true, force: true })
      mkdirSync(mediaFolder, { recursive: true })
    },
    close: () => db.close(),
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: small methods that share their prepared statements
function objectsIn(db: Database): Omit<Store, 'writeFile' | 'readFile' | 'clear' | 'close'> {
  const insert =
    'insert into object (kind, id, network, account, parent, created_at, body) values (?, ?, ?, ?, ?, ?, ?)'
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const values = (kind: Kind, object: Kinds[Kind]): SQLInputValue[] => [
    kind,
    object.id,
    object.network,
    object.account,
    object.parent ?? null,
    object.created_at,
    JSON.stringify(object),
  ]
  return {
    get<K extends Kind>(kind: K, id: string) {
      const row = prepared('select body from object where kind = ? and id = ?').get(kind, id)
      return row ? (JSON.parse(String(row.body)) as Kinds[K]) : undefined
    },
    list<K extends Kind>(kind: K, filter: Filter = {}) {
      const { where, values: bound } = condition(kind, filter)
      const rows = prepared(
        `select body from object where ${where} order by created_at desc, seq desc limit ? offset ?`,
      ).all(...bound, filter.limit ?? -1, filter.offset ?? 0)
      return rows.map(row => JSON.parse(String(row.body)) as Kinds[K])
    },
    count(kind, filter = {}) {
      const { where, values: bound } = condition(kind, filter)
      return Number(prepared(`select count(*) as total from object where ${where}`).get(...bound)?.total ?? 0)
    },
    countDuplicates(filter = {}) {
      const { where, values: bound } = condition('post', filter)
      const groups = `select count(*) - 1 as more from object where ${where}
        group by network, account, json_extract(body, '$.content_digest')`
      return Number(prepared(`select sum(more) as total from (${groups})`).get(...bound)?.total ?? 0)
    },
    put(kind, object) {
      prepared(`${insert} on conflict (kind, id) do update set body = excluded.body`).run(
        ...values(kind, object),
      )
    },
    add(kind, object) {
      return prepared(`${insert} on conflict do nothing`).run(...values(kind, object)).changes === 1
    },
    remove(kind, id) {
      return prepared('delete from object where kind = ? and id = ?').run(kind, id).changes === 1
    },
    removeBefore(kind, { network, account }, time) {
      prepared('delete from object where kind = ? and network = ? and account = ? and created_at < ?').run(
        kind,
        network,
        account,
        time,
      )
    },
    transaction(work) {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
  }
}

function condition(kind: Kind, filter: Filter): { where: string; values: SQLInputValue[] } {
  const parts = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  const and = (part: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return
    parts.push(part)
    values.push(value)
  }
  // The plus keeps SQLite from using the index by account, which would read every post of an hour; the digest index is far faster.
  const by = filter.contentDigest === undefined ? '' : '+'
  and(`${by}network = ?`, filter.network)
  and(`${by}account = ?`, filter.account)
  and('parent = ?', filter.parent)
  and(`${by}created_at >= ?`, filter.since)
  and(`${by}created_at <= ?`, filter.until)
  and("json_extract(body, '$.content_digest') = ?", filter.contentDigest)
  if (filter.isNoReply) parts.push("json_extract(body, '$.in_reply_to') is null")
  if (filter.isStory !== undefined)
    parts.push(`json_extract(body, '$.story_until') is ${filter.isStory ? 'not ' : ''}null`)
  return { where: parts.join(' and '), values }
}
