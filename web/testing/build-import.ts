import type { ImportRow, PostImport } from '#domain/imports/contract.ts'

/** For tests: a row of a table; its number names it. */
export const buildImportRow = (line: number, part: Partial<ImportRow> = {}): ImportRow => ({
  line,
  external_id: null,
  networks: ['linkedin'],
  message: `Post ${line}`,
  day: null,
  problems: [],
  notices: [],
  outcome: null,
  reason: null,
  post_id: null,
  ...part,
})

/** For tests: a table of two rows that was checked. */
export const buildImport = (part: Partial<PostImport>): PostImport => ({
  id: 9,
  project_id: 3,
  file_name: 'may.csv',
  status: 'checked',
  encoding: 'UTF-8',
  header_line: 1,
  headers: ['Networks', 'Message', 'When'],
  top_lines: [
    { line: 1, text: 'Networks · Message · When' },
    { line: 2, text: 'linkedin · Post 2' },
  ],
  sheet: null,
  sheets: [],
  hidden: null,
  networks: [],
  profiles: [],
  campaigns: [],
  campaign_names: [],
  has_yearless: false,
  year: null,
  mapping: { networks: 0, message: 1 },
  date_order: 'day',
  pictures: null,
  archive: null,
  done: 0,
  total: 2,
  good: 2,
  created_at: '2026-06-01T08:00:00.000Z',
  rows: [buildImportRow(2), buildImportRow(3)],
  is_cleaned: false,
  ...part,
})

type Archive = NonNullable<PostImport['archive']>

/** For tests: what an export of a project brings besides its posts. */
export const buildArchive = (part: Partial<Archive> = {}): Archive => ({
  project_name: 'Café',
  labels: 0,
  hashtag_pools: 0,
  campaigns: 0,
  unconnected: [],
  ...part,
})
