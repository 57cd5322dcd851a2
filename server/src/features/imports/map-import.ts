import { mappingProblem } from '#domain/imports/columns.ts'
import type * as contract from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockImport, readImport, readSourceRows, writeRows } from './imports.ts'

export const mapImport = async (
  { params, body }: Input<typeof contract.mapImport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.mapImport>> => {
  const { tx, scope } = call
  const found = await lockImport(tx, scope, params.importId)
  if (!found) return fail('not_found')
  if (found.status !== 'checked')
    return fail('illegal_transition', { message: 'This import was already started.' })
  if (found.archive)
    return fail('illegal_transition', { message: 'An export of a project has no columns to choose.' })
  const problem = mappingProblem(body.mapping, found.headers.length)
  if (problem) return fail('validation_error', { message: problem, errors: { mapping: [problem] } })
  const head = await tx
    .updateTable('imports')
    .set({ mapping: JSON.stringify(body.mapping), date_order: body.date_order })
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeRows(tx, call, head, await readSourceRows(tx, head.id))
  return readImport(tx, head)
}
