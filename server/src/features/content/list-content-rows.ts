import type * as contract from '#domain/content/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readRows } from './content-rows.ts'

export const listContentRows = (
  { query }: Input<typeof contract.listContentRows>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listContentRows>> => readRows(call, query.ids)
