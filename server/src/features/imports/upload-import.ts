import { guessMapping } from '#domain/imports/columns.ts'
import type * as contract from '#domain/imports/contract.ts'
import type { PostImport } from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { orderOf, readImport, rememberedHeaders, writeRows } from './imports.ts'
import { readTable } from './read-table.ts'
import type { Table } from './table-worker.ts'

const refuse = (message: string) => fail('validation_error', { message, errors: { table: [message] } })

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
  const table = await readTable({ path: file.path, encoding: body.encoding ?? null }, call.person.userId)
  if ('problem' in table) return refuse(table.problem)
  return inTransaction(call.db, tx => insertImport(tx, call, { table, name: file.name }))
}

const insertImport = async (
  tx: Tx,
  call: ScopedPoolCall,
  { table, name }: { readonly table: Table; readonly name: string },
): Promise<PostImport> => {
  const { scope, person, now } = call
  const mapping = guessMapping(table.headers, await rememberedHeaders(tx, scope))
  const head = await tx
    .insertInto('imports')
    .values({
      project_id: scope.projectId,
      user_id: person.userId,
      encoding: table.encoding,
      created_at: now,
      file_name: name.slice(0, 255) || 'file',
      headers: JSON.stringify(table.headers),
      mapping: JSON.stringify(mapping),
      date_order: orderOf(table.rows, mapping),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeRows(tx, call, head, table.rows)
  return readImport(tx, head)
}
