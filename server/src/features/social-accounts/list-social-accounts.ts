import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listConnections } from './connections.ts'

export const listSocialAccounts = (
  _input: Input<typeof contract.listSocialAccounts>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listSocialAccounts>> => listConnections(db, scope, now)
