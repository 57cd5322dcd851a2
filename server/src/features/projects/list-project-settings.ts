import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const listProjectSettings = async (
  _input: Input<typeof contract.listProjectSettings>,
  { scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listProjectSettings>> => [...scope.settings]
