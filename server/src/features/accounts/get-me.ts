import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readMe } from './me.ts'

export const getMe = (
  _input: Input<typeof contract.getMe>,
  { db, person, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.getMe>> => readMe(db, person, services.config)
