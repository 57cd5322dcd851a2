import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, instant, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { UNKNOWN_CAMPAIGN_NAME_MAX, UNKNOWN_CAMPAIGNS_MAX } from './campaign-choices.ts'
import { importFields } from './columns.ts'
import { dateOrders } from './dates.ts'
import { tableEncodings } from './encodings.ts'
import { PROFILE_NAME_MAX, PROFILES_MAX, profileTargets } from './profiles.ts'
import { importStatuses } from './status.ts'

export const rowOutcomes = ['created', 'updated', 'unchanged', 'refused', 'left_out'] as const

const count = z.int().min(0)
const mapping = z.partialRecord(z.enum(importFields), z.int().min(0).max(199))

const importNetworks = z.array(z.enum(socialNetworks)).max(socialNetworks.length)
const profiles = z
  .array(
    z.strictObject({ name: z.string().max(PROFILE_NAME_MAX), target: z.enum(profileTargets).nullable() }),
  )
  .max(PROFILES_MAX)
const campaigns = z
  .array(
    z.strictObject({
      name: z.string().max(UNKNOWN_CAMPAIGN_NAME_MAX),
      campaign: z.string().max(UNKNOWN_CAMPAIGN_NAME_MAX).nullable(),
    }),
  )
  .max(UNKNOWN_CAMPAIGNS_MAX)
const year = z.int().min(2000).max(2099)

const importRow = z.strictObject({
  /** The number of the row in the spreadsheet. */
  line: z.int(),
  external_id: z.string().nullable(),
  networks: z.array(z.enum(socialNetworks)),
  message: z.string(),
  /** For which it is planned; null: for none, or its texts were removed. */
  day: day.nullable(),
  problems: z.array(z.string()),
  notices: z.array(z.string()),
  outcome: z.enum(rowOutcomes).nullable(),
  reason: z.string().nullable(),
  post_id: id.nullable(),
})
export type ImportRow = z.output<typeof importRow>

/** What a workbook does not show of what it has. */
const hiddenInTable = z.strictObject({
  /** Rows of the sheet that are not empty, and whether they are imported all the same. */
  rows: count,
  are_rows_imported: z.boolean(),
  /** The indexes of columns that are not empty. They are read like others. */
  columns: z.array(count),
  /** The names of hidden sheets. */
  sheets: z.array(z.string()),
})
export type HiddenInTable = z.output<typeof hiddenInTable>

const postImport = z.strictObject({
  id,
  project_id: id,
  file_name: z.string(),
  status: z.enum(importStatuses),
  /** How the file was read: one of the encodings that an upload can name, `XLSX`, or `ZIP` for an export of a project. */
  encoding: z.string(),
  /** The number of the row with the names of the columns; null: the first row is a post. */
  header_line: z.int().nullable(),
  headers: z.array(z.string()),
  /** The first rows that are not empty, of which each can be the one with the names. Empty once it has started. */
  top_lines: z.array(z.strictObject({ line: z.int(), text: z.string() })),
  /** The sheet of a workbook that was read, of all that it has; to read another one, the file is uploaded again. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Null: nothing is hidden. Whether hidden rows are imported is chosen with an upload, as the sheet is. */
  hidden: hiddenInTable.nullable(),
  /** The zip file that the Pictures column names files of; null without one, and once the import has run. */
  pictures: z.strictObject({ file_name: z.string(), files: count }).nullable(),
  /** Of an export of a project instead of a table, which has columns; null of a table. Labels, hashtag pools and campaigns are made where they are missing. */
  archive: z
    .strictObject({
      project_name: z.string(),
      labels: count,
      hashtag_pools: count,
      campaigns: count,
      unconnected: z.array(z.enum(socialNetworks)),
    })
    .nullable(),
  mapping,
  date_order: z.enum(dateOrders),
  /** Of the rows that name no network. */
  networks: importNetworks,
  /** The names in the column of networks that Galley does not know, and what they were said to be. */
  profiles,
  /** The names in the column of campaigns that the project has none of, and which of its campaigns each was said to mean. */
  campaigns,
  /** The campaigns that can be chosen for those names. */
  campaign_names: z.array(z.string()),
  /** Whether the column of dates has some without a year, which is `year`; null: nobody has said which. */
  has_yearless: z.boolean(),
  year: year.nullable(),
  /** Rows that are dealt with, of `total`. */
  done: count,
  total: count,
  /** Those that the check found no problem in. */
  good: count,
  created_at: instant,
  /** The texts of its rows were removed, a month after it. */
  is_cleaned: z.boolean(),
  /** Left out while it runs, when only the numbers change. */
  rows: z.array(importRow),
})
export type PostImport = z.output<typeof postImport>

const ofProject = { scope: { project: 'params.projectId' } } as const
const importPath = z.strictObject({ projectId: pathId, importId: pathId })

/** Reads and checks a table; nothing is created yet. (docs/product/imports.md "The check") */
export const uploadImport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/imports',
  summary: 'Upload a table of posts and check it',
  permission: 'post.create',
  cost: 'heavy',
  ...ofProject,
  params: z.strictObject({ projectId: pathId }),
  /** Without an encoding it is recognized; a workbook has none. Without a sheet it is the first that has names which Galley knows. */
  body: z.strictObject({
    encoding: z.enum(tableEncodings).optional(),
    sheet: z.string().max(255).optional(),
    /** Of rows that a sheet does not show, by a filter for instance. */
    hidden_rows: z.enum(['left_out', 'imported']).default('left_out'),
  }),
  files: { table: 1 },
  output: postImport,
  failures: ['too_large', 'upload_limit'],
})

/** Reads and checks an export of a project; nothing is created yet. (docs/product/project-export.md "Importing an export") */
export const uploadArchive = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/imports/archive',
  summary: 'Upload an export of a project and check its posts',
  permission: 'post.create',
  cost: 'heavy',
  ...ofProject,
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({}),
  files: { archive: 1 },
  output: postImport,
  failures: ['too_large', 'upload_limit'],
})

/** What is left out stays as it was chosen; under other headers the columns are recognized anew. */
export const mapImport = endpoint({
  method: 'PUT',
  path: '/projects/{projectId}/imports/{importId}',
  summary: "Choose how an import's table is read and check it again",
  permission: 'post.create',
  cost: 'search',
  ...ofProject,
  params: importPath,
  body: z.strictObject({
    mapping: mapping.optional(),
    date_order: z.enum(dateOrders).optional(),
    header_line: z.int().min(1).nullable().optional(),
    networks: importNetworks.optional(),
    profiles: profiles.optional(),
    campaigns: campaigns.optional(),
    year: year.nullable().optional(),
  }),
  output: postImport,
  failures: ['illegal_transition'],
})

/** The zip file that the Pictures column names files of, in place of an earlier one. The rows are checked again. */
export const addImportPictures = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/imports/{importId}/pictures',
  summary: "Upload a zip file of an import's pictures and check its rows again",
  permission: 'post.create',
  ...ofProject,
  params: importPath,
  body: z.strictObject({}),
  files: { pictures: 1 },
  output: postImport,
  failures: ['illegal_transition', 'too_large', 'upload_limit'],
})

export const getImport = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/imports/{importId}',
  summary: 'Get an import with its progress and its rows',
  permission: 'post.create',
  ...ofProject,
  params: importPath,
  output: postImport,
})

/**
 * With problems in some rows, `only_good` says that those are to be left out. `adds_link_parameters`: the links of a table get the project's
 * parameters; an export of a project is imported as it is.
 */
export const startImport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/imports/{importId}/start',
  summary: 'Create the posts of a checked import',
  permission: 'post.create',
  cost: 'heavy',
  ...ofProject,
  params: importPath,
  body: z.strictObject({ only_good: z.boolean(), adds_link_parameters: z.boolean().default(false) }),
  output: postImport,
  failures: ['illegal_transition', 'too_many_requests'],
})

/** Deletes the posts that the import has created and that are still drafts; the others stay. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/imports/{importId}/undo',
  summary: 'Delete the drafts that an import has created',
  permission: 'post.delete',
  cost: 'heavy',
  ...ofProject,
  params: importPath,
  body: z.strictObject({}),
  output: z.strictObject({ deleted: count, kept: count }),
  failures: ['illegal_transition'],
})
