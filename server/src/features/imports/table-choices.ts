import { type CampaignChoice, unknownCampaigns } from '#domain/imports/campaign-choices.ts'
import { type ImportField, type ImportMapping, importFields } from '#domain/imports/columns.ts'
import type { HiddenInTable, PostImport } from '#domain/imports/contract.ts'
import { type DateOrder, isYearless, provenOrders, splitDateTime } from '#domain/imports/dates.ts'
import { type DividedTable, guessColumns, type TableLine } from '#domain/imports/header-line.ts'
import { type ProfileChoice, unknownProfiles } from '#domain/imports/profiles.ts'
import { proposedNetworks } from '#domain/imports/proposed-networks.ts'
import { plainLines } from '#domain/kernel/text.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { readSetting } from './post-rows.ts'

/** What the project's next import begins with. */
export type Remembered = {
  readonly headers: Partial<Record<ImportField, string>>
  /** Of a table without names of columns, as many as it had. */
  readonly unnamed: { readonly columns: number; readonly mapping: ImportMapping } | null
  readonly networks: readonly SocialNetwork[]
  readonly profiles: readonly ProfileChoice[]
}

/** Imports whose names of profiles are remembered: the newest first. */
const IMPORTS_REMEMBERED = 20

/** What was chosen for the imports of the project that were started. (docs/product/imports.md "What is remembered") */
export const readRemembered = async (db: Reader, { projectId }: ProjectScope): Promise<Remembered> => {
  const earlier = await db
    .selectFrom('imports')
    .select(['headers', 'mapping', 'header_line', 'networks', 'profiles'])
    .where('project_id', '=', projectId)
    .where('status', '!=', 'checked')
    .where('archive', 'is', null)
    .orderBy('id', 'desc')
    .limit(IMPORTS_REMEMBERED)
    .execute()
  const [last] = earlier
  const headers = importFields.flatMap(field => {
    const header = last?.headers[last.mapping[field] ?? -1]
    return header === undefined ? [] : [[field, header] as const]
  })
  return {
    headers: Object.fromEntries(headers),
    unnamed: last?.header_line === null ? { columns: last.headers.length, mapping: last.mapping } : null,
    networks: last?.networks ?? [],
    profiles: earlier.flatMap(({ profiles }) => profiles).filter(({ target }) => target !== null),
  }
}

type TableRows = { readonly rows: readonly TableLine[]; readonly mapping: ImportMapping }

/** The networks of the rows that name none: those of the last table without names of networks, or those that take all of its posts. */
export const networksOf = async (
  db: Reader,
  call: ScopedContext,
  { rows, mapping, remembered }: TableRows & { readonly remembered: Remembered },
): Promise<readonly SocialNetwork[]> => {
  if (mapping.networks !== undefined) return []
  if (remembered.networks.length > 0) return remembered.networks
  const { connected } = await readSetting(db, call)
  return proposedNetworks(rows, mapping, connected)
}

/**
 * The columns of a table by its names, by the last import if neither has any, or by what they hold. One that the sheet hides is taken only for
 * what no other column has.
 */
export const columnsOf = (
  table: DividedTable,
  { headers, unnamed }: Remembered,
  hidden: HiddenInTable | null,
): ImportMapping => {
  if (table.header_line === null && unnamed?.columns === table.headers.length) return unnamed.mapping
  const columns = new Set(hidden?.columns)
  const all = guessColumns(table, headers)
  if (columns.size === 0) return all
  const shown = guessColumns(withoutColumns(table, columns), headers)
  const taken = new Set<number>(Object.values(shown))
  const others = Object.entries(all).filter(([, column]) => columns.has(column) && !taken.has(column))
  return { ...Object.fromEntries(others), ...shown }
}

const withoutColumns = (table: DividedTable, columns: ReadonlySet<number>): DividedTable => {
  const blank = (cells: readonly string[]) => cells.map((cell, at) => (columns.has(at) ? '' : cell))
  const rows = table.rows.map(row => ({ ...row, cells: blank(row.cells) }))
  return { ...table, headers: blank(table.headers), rows }
}

const datesOf = (rows: readonly TableLine[], { date }: ImportMapping): string[] =>
  date === undefined ? [] : rows.map(({ cells }) => splitDateTime((cells[date] ?? '').trim()).date)

/** The cells that may hold times: of a column of their own, or behind dates. */
export const timesOf = (rows: readonly TableLine[], { date, time }: ImportMapping): string[] =>
  rows.flatMap(({ cells }) => [
    time === undefined ? '' : (cells[time] ?? '').trim(),
    date === undefined ? '' : splitDateTime((cells[date] ?? '').trim()).time,
  ])

export const provenBy = (rows: readonly TableLine[], mapping: ImportMapping): DateOrder[] =>
  provenOrders(datesOf(rows, mapping))

/** "Date (mm/dd/yyyy)". */
const monthFirst = /\bm{1,2}\W?d{1,2}\b/i

/** The order that the dates of these rows prove, or the name of their column; else the day first, as most of the world writes. */
export const orderOf = ({ rows, headers }: DividedTable, mapping: ImportMapping): DateOrder => {
  const [first, ...others] = provenBy(rows, mapping)
  if (first && others.length === 0) return first
  return monthFirst.test(headers[mapping.date ?? -1] ?? '') ? 'month' : 'day'
}

type Columns = Pick<PostImport, 'mapping' | 'date_order'>

/** What was chosen before for names of a table. */
export type EarlierChoices = {
  readonly profiles: readonly ProfileChoice[]
  readonly campaigns: readonly CampaignChoice[]
}

/** As the columns of an import have it. */
type Questions = { readonly profiles: string; readonly campaigns: string; readonly has_yearless: boolean }

/** What the check has to ask about these columns: names of profiles and campaigns, with what was chosen for them before, and dates without a year. */
export const readQuestions = async (
  db: Reader,
  call: ScopedContext,
  rows: readonly TableLine[],
  { mapping, date_order, earlier }: Columns & { readonly earlier: EarlierChoices },
): Promise<Questions> => {
  const { accounts, campaigns } = await readSetting(db, call)
  const cellsOf = (column: number | undefined) =>
    column === undefined ? [] : rows.map(row => plainLines(row.cells[column] ?? ''))
  return {
    profiles: JSON.stringify(unknownProfiles(cellsOf(mapping.networks), accounts, earlier.profiles)),
    campaigns: JSON.stringify(unknownCampaigns(cellsOf(mapping.campaign), campaigns, earlier.campaigns)),
    has_yearless: datesOf(rows, mapping).some(text => isYearless(text, date_order)),
  }
}
