import { sql } from 'kysely'
import type * as contract from '#domain/agencies/hand-over-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { isOpen } from './offers.ts'

export const withdrawOffer = async (
  _input: Input<typeof contract.withdrawOffer>,
  call: ScopedCall,
): Promise<Answer<typeof contract.withdrawOffer>> => {
  const { tx, scope, person, now } = call
  const { rows } = await sql<{ email: string }>`
    update project_hand_overs o set withdrawn_at = ${now}, answered_by = ${person.userId} from projects p
    where o.project_id = ${scope.projectId} and p.id = o.project_id and ${isOpen(now)} returning o.email`.execute(
    tx,
  )
  const [withdrawn] = rows
  if (!withdrawn) return fail('offer_ended')
  await audit(tx, byScoped(call), {
    action: 'project.offer_withdrawn',
    subject: scope.projectName,
    old: { to: withdrawn.email },
  })
  return {}
}
