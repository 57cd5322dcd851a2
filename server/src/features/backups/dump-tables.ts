import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnList, listSequences, listTables, quoted } from './tables.ts'

/** Rows come one by one; what follows takes larger pieces at once. */
const PIECE_BYTES = 64 * 1024

async function* inPieces(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of source) {
    const chunk = Buffer.from(piece)
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

async function* script(client: pg.ClientBase, counts: Record<string, number>) {
  // By hand, as a superuser: docs/guides/backups.md "By hand"
  yield '-- A snapshot of Galley. Its tables are made by the migrations.\nset session_replication_role = replica;\n'
  for (const { name, columns } of await listTables(client)) {
    yield `copy ${quoted(name)} (${columnList(columns)}) from stdin;\n`
    const rows = client.query(copyTo(`copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`))
    yield* rows
    yield '\\.\n'
    counts[name] = rows.rowCount
  }
  for (const { name, value, isCalled } of await listSequences(client))
    yield `select setval('${quoted(name)}', ${value}, ${isCalled});\n`
}

/**
 * All rows as SQL that psql understands, piece by piece. The transaction of `client` decides what is seen; sequences are read last, so that
 * they are ahead of every row. `counts` is filled on the way.
 */
export const dumpTables = (client: pg.ClientBase, counts: Record<string, number>): AsyncGenerator<Buffer> =>
  inPieces(script(client, counts))
