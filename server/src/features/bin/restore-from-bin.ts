import { binBegins } from '#domain/bin/bin.ts'
import type * as contract from '#domain/bin/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { binOperations } from './bin-operations.ts'
import { notInBin } from './delete-from-bin.ts'

export const restoreFromBin = async (
  { body: { kind, ids } }: Input<typeof contract.restoreFromBin>,
  call: ScopedCall,
): Promise<Answer<typeof contract.restoreFromBin>> => {
  const restored = await binOperations[kind].restore(call, [...new Set(ids)], binBegins(call.now))
  return restored ?? fail('not_found', notInBin)
}
