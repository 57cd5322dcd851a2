import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listVisiblePeople } from './people.ts'

export const listProjectUsers = (
  _input: Input<typeof contract.listProjectUsers>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listProjectUsers>> => listVisiblePeople(call)
