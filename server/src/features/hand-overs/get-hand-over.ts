import type * as contract from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readParts } from './goes.ts'
import { findStanding } from './offers.ts'

export const getHandOver = async (
  _input: Input<typeof contract.getHandOver>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.getHandOver>> => ({
  offer: await findStanding(db, scope.projectId, now),
  ...(await readParts(db, scope.projectId)),
})
