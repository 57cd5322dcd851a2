import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { type ListFacts, readFacts } from './list-rows.ts'

export const countApprovalLists = async (
  _input: Input<typeof contract.countApprovalLists>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.countApprovalLists>> => {
  const [pending, approved] = await Promise.all([readFacts(call, 'pending'), readFacts(call, 'approved')])
  return { pending: shown(pending), approved: shown(approved) }
}

const shown = (facts: ListFacts) => ({
  ...facts,
  social_networks: socialNetworks.filter(network => facts.social_networks.includes(network)),
})
