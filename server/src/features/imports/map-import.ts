import { mappingProblem } from '#domain/imports/columns.ts'
import type * as contract from '#domain/imports/contract.ts'
import { divideTable } from '#domain/imports/header-line.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type ImportHead, lockImport, readImport, readSourceRows, writeRows } from './imports.ts'
import { columnsOf, networksOf, orderOf, readQuestions, readRemembered } from './table-choices.ts'

const refuse = (field: string, message: string) =>
  fail('validation_error', { message, errors: { [field]: [message] } })

type Mapped = Parameters<typeof networksOf>[2]

/** Those that were chosen, unless the table now has a column of networks and had none, or the other way round. */
const networksAfter = (call: ScopedCall, found: ImportHead, mapped: Mapped) =>
  (found.mapping.networks === undefined) === (mapped.mapping.networks === undefined)
    ? found.networks
    : networksOf(call.tx, call, mapped)

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
  const sourceRows = await readSourceRows(tx, found.id)
  const isDivided = body.header_line === undefined || body.header_line === found.header_line
  const divided = isDivided
    ? { ...found, above: found.lines_above, rows: sourceRows }
    : divideTable([...found.lines_above, ...sourceRows], body.header_line ?? null)
  if ('problem' in divided) return refuse('header_line', divided.problem)
  const { header_line, headers, above, rows } = divided
  const remembered = await readRemembered(tx, scope)
  const mapping = body.mapping ?? (isDivided ? found.mapping : columnsOf(divided, remembered, found.hidden))
  const problem = mappingProblem(mapping, headers.length)
  if (problem) return refuse('mapping', problem)
  const date_order = body.date_order ?? (isDivided ? found.date_order : orderOf(divided, mapping))
  const earlier = {
    profiles: [...(body.profiles ?? []), ...found.profiles, ...remembered.profiles],
    campaigns: [...(body.campaigns ?? []), ...found.campaigns],
  }
  const networks = body.networks ?? (await networksAfter(call, found, { rows, mapping, remembered }))
  const head = await tx
    .updateTable('imports')
    .set({
      header_line,
      headers: JSON.stringify(headers),
      lines_above: JSON.stringify(above),
      mapping: JSON.stringify(mapping),
      date_order,
      ...(await readQuestions(tx, call, rows, { mapping, date_order, earlier })),
      networks: JSON.stringify(networks),
      ...(body.year !== undefined && { year: body.year }),
    })
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeRows(tx, call, head, rows)
  return readImport(tx, head)
}
