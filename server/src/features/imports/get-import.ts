import type * as contract from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findImport, readImport } from './imports.ts'

export const getImport = async (
  { params }: Input<typeof contract.getImport>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.getImport>> => {
  const head = await findImport(db, scope, params.importId)
  return head ? readImport(db, head) : fail('not_found')
}
