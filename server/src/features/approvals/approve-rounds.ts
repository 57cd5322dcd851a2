import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { approveOpenRound } from './approve-round.ts'
import { decideEach } from './decide-each.ts'

export const approveRounds = (
  { body }: Input<typeof contract.approveRounds>,
  call: ScopedCall,
): Promise<Answer<typeof contract.approveRounds>> => decideEach(call, body.rounds, approveOpenRound)
