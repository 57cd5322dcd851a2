import { guessMapping } from '#domain/imports/columns.ts'
import type * as contract from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { orderOf, readImport, rememberedHeaders, writeRows } from './imports.ts'
import { readTable } from './read-table.ts'

const refuse = (message: string) => fail('validation_error', { message, errors: { table: [message] } })

/** Nothing of the file is kept but its cells: the check of another mapping reads them again. */
export const uploadImport = async (
  _input: Input<typeof contract.uploadImport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.uploadImport>> => {
  const { tx, scope, person, now } = call
  const [file] = call.files
  if (!file) return refuse('Choose a file.')
  const table = await readTable(file.path)
  if ('problem' in table) return refuse(table.problem)
  const mapping = guessMapping(table.headers, await rememberedHeaders(tx, scope))
  const head = await tx
    .insertInto('imports')
    .values({
      ...{ project_id: scope.projectId, user_id: person.userId, encoding: table.encoding, created_at: now },
      file_name: file.name.slice(0, 255) || 'file',
      headers: JSON.stringify(table.headers),
      mapping: JSON.stringify(mapping),
      date_order: orderOf(table.rows, mapping),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeRows(tx, call, head, table.rows)
  return readImport(tx, head)
}
