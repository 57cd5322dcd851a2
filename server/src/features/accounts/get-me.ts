import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { readMe } from './me.ts'

export const getMe = (
  _input: Input<typeof contract.getMe>,
  { tx, person, services }: SignedInCall,
): Promise<Answer<typeof contract.getMe>> => readMe(tx, person, services.config)
