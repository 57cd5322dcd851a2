import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const listProjectSettings = async (
  _input: Input<typeof contract.listProjectSettings>,
  { scope }: ScopedCall,
): Promise<Answer<typeof contract.listProjectSettings>> => [...scope.settings]
