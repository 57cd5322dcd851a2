import type * as contract from '#domain/imports/contract.ts'
import { divideTable, guessHeaderLine } from '#domain/imports/header-line.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { askThread } from '#server/platform/ask-thread.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { readImport, writeRows } from './imports.ts'
import { notATable, type Unreadable } from './not-a-table.ts'
import { columnsOf, networksOf, orderOf, readQuestions, readRemembered } from './table-choices.ts'
import type { Table, TableFile } from './table-worker.ts'

const refuse = (message: string) => fail('validation_error', { message, errors: { table: [message] } })

/** Why a table is empty, where what the workbook hides may be the reason. */
const withHidden = (problem: string, hidden: Table['hidden']): string => {
  if (hidden?.rows)
    return 'The rows below the names of the columns are hidden in this sheet. Show those that are posts, save it, and try again.'
  return hidden?.sheets.length
    ? `${problem} A hidden sheet is not read by itself: show the one with the posts, save the file, and try again.`
    : problem
}

/** What the largest table that is taken needs takes a second. */
const READING_MS_MAX = 15_000
/** In megabytes: half of it suffices for 30 MB of a workbook. What exceeds it ends the thread and nothing else. */
const MEMORY_MAX = 512

const readInThread = async (file: TableFile): Promise<Table | Unreadable> => {
  const script = new URL('./table-worker.ts', import.meta.url)
  const heap = { maxOldGenerationSizeMb: MEMORY_MAX }
  const table = await askThread<Table | Unreadable>(script, file, { ms: READING_MS_MAX, heap })
  return table === 'too_much' ? notATable : table
}

/**
 * Reads a file as a table in a thread of its own: a small file can name a cell a million rows down, or unpack to what takes seconds to
 * read, and everybody else would wait for it or be gone with it (decision 58). Somebody who sends many files delays only their own.
 */
const readTable = (file: TableFile, userId: number): Promise<Table | Unreadable> =>
  readInTurn(userId, () => readInThread(file))

/**
 * Nothing of the file is kept but its cells: the check of another mapping reads them again. No connection to the database waits while the
 * file is read.
 */
export const uploadImport = async (
  { body }: Input<typeof contract.uploadImport>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.uploadImport>> => {
  const [file] = call.files
  if (!file) return refuse('Choose a file.')
  const { encoding = null, sheet = null } = body
  const withHiddenRows = body.hidden_rows === 'imported'
  const table = await readTable({ path: file.path, encoding, sheet, withHiddenRows }, call.person.userId)
  if ('problem' in table) return refuse(table.problem)
  return inTransaction(call.db, tx => insertImport(tx, call, { table, name: file.name }))
}

const insertImport = async (
  tx: Tx,
  call: ScopedPoolCall,
  { table, name }: { readonly table: Table; readonly name: string },
): Promise<Answer<typeof contract.uploadImport>> => {
  const { scope, person, now } = call
  const remembered = await readRemembered(tx, scope)
  const divided = divideTable(table.lines, guessHeaderLine(table.lines, remembered.headers))
  if ('problem' in divided) return refuse(withHidden(divided.problem, table.hidden))
  const { header_line, headers, above, rows } = divided
  const mapping = columnsOf(divided, remembered, table.hidden)
  const date_order = orderOf(divided, mapping)
  const earlier = { profiles: remembered.profiles, campaigns: [] }
  const head = await tx
    .insertInto('imports')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      encoding: table.encoding,
      created_at: now,
      file_name: name.slice(0, 255) || 'file',
      header_line,
      headers: JSON.stringify(headers),
      lines_above: JSON.stringify(above),
      sheet: table.sheet,
      sheets: JSON.stringify(table.sheets),
      is_from_1904: table.isFrom1904,
      ...(table.hidden && { hidden: JSON.stringify(table.hidden) }),
      mapping: JSON.stringify(mapping),
      date_order,
      networks: JSON.stringify(await networksOf(tx, call, { rows, mapping, remembered })),
      ...(await readQuestions(tx, call, rows, { mapping, date_order, earlier })),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeRows(tx, call, head, rows)
  return readImport(tx, head)
}
