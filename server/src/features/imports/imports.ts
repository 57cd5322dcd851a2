import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ImportRow, PostImport } from '#domain/imports/contract.ts'
import { pointTimesOf } from '#domain/imports/dates.ts'
import { HEADER_LINES_MAX, type TableLine } from '#domain/imports/header-line.ts'
import { type CheckedRow, checkRow, type ImportSetting } from '#domain/imports/rows.ts'
import { unchangedNotice } from '#domain/imports/unchanged.ts'
import { pictureFinder } from '#domain/imports/zip-pictures.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { listNamedCampaigns } from '#server/features/campaigns/named-campaigns.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { noticeRepeats } from './notice-repeats.ts'
import { findUnchanged, readSetting } from './post-rows.ts'
import { provenBy, timesOf } from './table-choices.ts'

export type ImportHead = Row<'imports'>

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

/** Checks the rows and writes what was found; a repeated id within the file is a problem of all but the first. */
export const writeRows = async (
  tx: Tx,
  call: ScopedContext,
  head: ImportHead,
  rows: readonly TableLine[],
): Promise<void> => {
  const { mapping, date_order: order, networks, profiles, year } = head
  const setting: ImportSetting = {
    ...(await readSetting(tx, call)),
    mapping,
    order,
    networks,
    profiles,
    campaignChoices: head.campaigns,
    year,
    isFrom1904: head.is_from_1904,
    isOrderMixed: provenBy(rows, mapping).length > 1,
    pointTimes: pointTimesOf(timesOf(rows, mapping)),
    findPicture: head.pictures && pictureFinder(head.pictures),
  }
  const read: CheckedRow[] = []
  for (const source of rows) {
    // A thousand long texts take seconds, and nobody else should wait for all of them.
    await nextTurn()
    read.push(checkRow(source, setting))
  }
  const checked = await noticeRepeats(tx, call, read)
  const unchanged = await findUnchanged(tx, call, checked)
  const lines = new Map<string, number>()
  const written = rows.map((source, index) => {
    const row = checked[index] as CheckedRow
    const { external_id } = row
    const first = external_id === null ? undefined : lines.get(external_id)
    if (external_id !== null && first === undefined) lines.set(external_id, source.line)
    // Nothing is asked of it, so that nothing can prevent it: that its day is past, for example.
    const known = unchanged.has(row) ? { ...row, problems: [], notices: [unchangedNotice] } : row
    const problems =
      first === undefined ? known.problems : [`Row ${first} has the same ID.`, ...known.problems]
    return toRow(source, { ...known, problems })
  })
  await tx.deleteFrom('import_rows').where('import_id', '=', head.id).execute()
  await insertRows(tx, head, written)
}

type WrittenRow = TableLine & CheckedRow & { readonly hash: string }

export const insertRows = async (tx: Tx, head: ImportHead, written: readonly WrittenRow[]): Promise<void> => {
  await sql`
    insert into import_rows (import_id, project_id, line, cells, links, external_id, draft, draft_hash, problems, notices)
    select ${head.id}, ${head.project_id}, line, cells, coalesce(links, '{}'), external_id, draft, decode(hash, 'hex'), problems, notices
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as r(line int, cells jsonb, links jsonb, external_id text, draft jsonb, hash text, problems jsonb, notices jsonb)`.execute(
    tx,
  )
}

export const toRow = (
  source: TableLine,
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
export const readSourceRows = (db: Reader, importId: number): Promise<TableLine[]> =>
  db
    .selectFrom('import_rows')
    .select(['line', 'cells', 'links'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute()

const SHOWN_MESSAGE = 200

const toWireRow = (
  row: Omit<Row<'import_rows'>, 'cells' | 'links' | 'draft_hash' | 'attempts'>,
): ImportRow => ({
  line: row.line,
  external_id: row.external_id,
  problems: row.problems,
  notices: row.notices,
  outcome: row.outcome,
  reason: row.reason,
  post_id: row.post_id,
  networks: [...row.draft.networks],
  message: row.draft.message.slice(0, SHOWN_MESSAGE),
  // Cleaned drafts have none.
  day: row.draft.schedule?.date ?? null,
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

const TOP_LINE_SHOWN = 80

/** The first lines of a table, as they are chosen from. */
const readTopLines = async (db: Reader, head: ImportHead): Promise<PostImport['top_lines']> => {
  if (head.archive !== null || head.status !== 'checked') return []
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('import_id', '=', head.id)
    .orderBy('line')
    .limit(HEADER_LINES_MAX)
    .execute()
  return [...head.lines_above, ...rows].slice(0, HEADER_LINES_MAX).map(({ line, cells }) => ({
    line,
    text: cells
      .flatMap(cell => oneLine(cell) || [])
      .join(' · ')
      .slice(0, TOP_LINE_SHOWN)
      .toWellFormed(),
  }))
}

/** Each name once; none while none can be chosen. */
const readCampaignNames = async (db: Reader, head: ImportHead): Promise<string[]> => {
  if (head.campaigns.length === 0 || head.status !== 'checked') return []
  const campaigns = await listNamedCampaigns(db, head.project_id)
  return [...new Set(campaigns.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b))
}

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
    header_line: head.header_line,
    top_lines: await readTopLines(db, head),
    sheet: head.sheet,
    sheets: head.sheets,
    hidden: head.hidden,
    networks: head.networks,
    profiles: [...head.profiles],
    campaigns: [...head.campaigns],
    campaign_names: await readCampaignNames(db, head),
    has_yearless: head.has_yearless,
    year: head.year,
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
      campaigns: head.archive.campaigns?.length ?? 0,
    },
    is_cleaned: head.cleaned_at !== null,
    ...(await countRows(db, head)),
    rows: status === 'running' ? [] : await readRows(db, head),
  }
}
