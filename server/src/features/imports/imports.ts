import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ImportField, type ImportMapping, importFields } from '#domain/imports/columns.ts'
import type { ImportRow, PostImport } from '#domain/imports/contract.ts'
import { type DateOrder, provenOrders, splitDateTime } from '#domain/imports/dates.ts'
import { type CheckedRow, checkRow, type ImportSetting } from '#domain/imports/rows.ts'
import { pictureFinder } from '#domain/imports/zip-pictures.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { findUnchanged, readSetting } from './post-rows.ts'

export type ImportHead = Row<'imports'>
export type SourceRow = { readonly line: number; readonly cells: string[] }

export const findImport = (
  db: Reader,
  { projectId }: ProjectScope,
  importId: number,
): Promise<ImportHead | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()

/** Another call on the same import waits until this transaction ends. */
export const lockImport = (
  tx: Tx,
  { projectId }: ProjectScope,
  importId: number,
): Promise<ImportHead | undefined> =>
  tx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()

/** The headers that the last import of the project had for each field. */
export const rememberedHeaders = async (
  db: Reader,
  { projectId }: ProjectScope,
): Promise<Partial<Record<ImportField, string>>> => {
  const last = await db
    .selectFrom('imports')
    .select(['headers', 'mapping'])
    .where('project_id', '=', projectId)
    .where('status', '!=', 'checked')
    .where('archive', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return {}
  return Object.fromEntries(
    importFields.flatMap(field => {
      const header = last.headers[last.mapping[field] ?? -1]
      return header === undefined ? [] : [[field, header]]
    }),
  )
}

const provenBy = (rows: readonly SourceRow[], { date }: ImportMapping): DateOrder[] =>
  date === undefined ? [] : provenOrders(rows.map(({ cells }) => splitDateTime(cells[date] ?? '').date))

/** The order that the dates of these rows prove; else the day first, as most of the world writes. */
export const orderOf = (rows: readonly SourceRow[], mapping: ImportMapping): DateOrder => {
  const [first = 'day', ...others] = provenBy(rows, mapping)
  return others.length === 0 ? first : 'day'
}

/** Checks the rows and writes what was found; a repeated id within the file is a problem of all but the first. */
export const writeRows = async (
  tx: Tx,
  call: ScopedContext,
  head: ImportHead,
  rows: readonly SourceRow[],
): Promise<void> => {
  const setting: ImportSetting = {
    ...(await readSetting(tx, call)),
    mapping: head.mapping,
    order: head.date_order,
    isOrderMixed: provenBy(rows, head.mapping).length > 1,
    findPicture: head.pictures && pictureFinder(head.pictures),
  }
  const checked: { source: SourceRow; row: CheckedRow }[] = []
  for (const source of rows) {
    // A thousand long texts take seconds, and nobody else should wait for all of them.
    await nextTurn()
    checked.push({ source, row: checkRow(source.cells, setting) })
  }
  const unchanged = await findUnchanged<CheckedRow>(
    tx,
    call,
    checked.map(({ row }) => row),
  )
  const lines = new Map<string, number>()
  const written = checked.map(({ source, row }) => {
    const { external_id } = row
    const first = external_id === null ? undefined : lines.get(external_id)
    if (external_id !== null && first === undefined) lines.set(external_id, source.line)
    // Nothing is asked of it, so that nothing can prevent it: that its day is past, for example.
    const known = unchanged.has(row)
      ? { ...row, problems: [], notices: ['Nothing has changed: the post stays as it is.'] }
      : row
    const problems =
      first === undefined ? known.problems : [`Row ${first} has the same ID.`, ...known.problems]
    return toRow(source, { ...known, problems })
  })
  await tx.deleteFrom('import_rows').where('import_id', '=', head.id).execute()
  await insertRows(tx, head, written)
}

type WrittenRow = SourceRow & CheckedRow & { readonly hash: string }

export const insertRows = async (tx: Tx, head: ImportHead, written: readonly WrittenRow[]): Promise<void> => {
  await sql`
    insert into import_rows (import_id, project_id, line, cells, external_id, draft, draft_hash, problems, notices)
    select ${head.id}, ${head.project_id}, line, cells, external_id, draft, decode(hash, 'hex'), problems, notices
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as r(line int, cells jsonb, external_id text, draft jsonb, hash text, problems jsonb, notices jsonb)`.execute(
    tx,
  )
}

export const toRow = (
  source: SourceRow,
  { draft, external_id, problems, notices }: CheckedRow,
): WrittenRow => ({
  ...source,
  external_id,
  draft,
  problems,
  notices,
  // What an export says is the same whatever is connected here, and whatever time it is.
  hash: createHash('sha256')
    .update(JSON.stringify(draft.archived ?? draft))
    .digest('hex'),
})

/** The rows as they were uploaded. */
export const readSourceRows = (db: Reader, importId: number): Promise<SourceRow[]> =>
  db
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute()

const SHOWN_MESSAGE = 200

const toWireRow = (row: Omit<Row<'import_rows'>, 'cells' | 'draft_hash' | 'attempts'>): ImportRow => ({
  line: row.line,
  external_id: row.external_id,
  problems: row.problems,
  notices: row.notices,
  outcome: row.outcome,
  reason: row.reason,
  post_id: row.post_id,
  networks: [...row.draft.networks],
  message: row.draft.message.slice(0, SHOWN_MESSAGE),
})

const readRows = async (db: Reader, { id }: ImportHead): Promise<ImportRow[]> => {
  const rows = await db
    .selectFrom('import_rows')
    .select(['import_id', 'project_id', 'line', 'external_id', 'draft', 'problems', 'notices'])
    .select(['outcome', 'reason', 'post_id'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()
  return rows.map(toWireRow)
}

const countRows = (db: Reader, { id }: ImportHead) =>
  db
    .selectFrom('import_rows')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where problems = '[]'::jsonb))::int`.as('good'),
      sql<number>`count(outcome)::int`.as('done'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()

/** The import with its progress, and its rows unless it runs: every open page reads that each second. */
export const readImport = async (db: Reader, head: ImportHead): Promise<PostImport> => {
  const { id, project_id, file_name, status, encoding, headers, mapping, date_order } = head
  return {
    id,
    project_id,
    file_name,
    status,
    encoding,
    headers,
    mapping,
    date_order,
    created_at: head.created_at.toISOString(),
    pictures:
      head.archive === null && head.pictures !== null
        ? { file_name: head.pictures_name ?? '', files: head.pictures.length }
        : null,
    archive: head.archive && {
      project_name: head.archive.project_name,
      unconnected: [...head.archive.unconnected],
      labels: head.archive.labels.length,
      hashtag_pools: head.archive.hashtag_pools.length,
    },
    is_cleaned: head.cleaned_at !== null,
    ...(await countRows(db, head)),
    rows: status === 'running' ? [] : await readRows(db, head),
  }
}
