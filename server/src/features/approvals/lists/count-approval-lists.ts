import { awaitedApprovers } from '#domain/approvals/awaited-approvers.ts'
import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { type ListFacts, readFacts } from './list-rows.ts'
import { typesAwaiting } from './lists.ts'

export const countApprovalLists = async (
  _input: Input<typeof contract.countApprovalLists>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.countApprovalLists>> => {
  const people = await listPeople(call.db, call.scope, call.services.config.publicUrl)
  const own = typesAwaiting(people, call.person.userId)
  const [pending, approved] = await Promise.all([
    readFacts(call, 'pending', own),
    readFacts(call, 'approved', own),
  ])
  // Clients are not told who else decides.
  const named = call.scope.role === 'external-approver' ? [] : people
  return { pending: shown(pending, named), approved: shown(approved, named) }
}

const shown = ({ chosen, unchosen, ...facts }: ListFacts, people: readonly ProjectUser[]) => {
  const awaited = unchosen.flatMap(type => awaitedApprovers(people, type, null).map(({ id }) => id))
  return {
    ...facts,
    social_networks: socialNetworks.filter(network => facts.social_networks.includes(network)),
    waiting_for: people
      .filter(({ id }) => chosen.includes(id) || awaited.includes(id))
      .map(({ id, name }) => ({ id, name })),
  }
}
