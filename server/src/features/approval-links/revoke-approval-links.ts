import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emailOf } from './person.ts'

export const revokeApprovalLinks = async (
  { body }: Input<typeof contract.revokeApprovalLinks>,
  call: ScopedCall,
): Promise<Answer<typeof contract.revokeApprovalLinks>> => {
  const { tx, scope } = call
  const rows = await tx
    .deleteFrom('approval_links')
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', body.user_id)
    .$if(body.link_id !== undefined, query => query.where('id', '=', body.link_id ?? 0))
    .returning('id')
    .execute()
  if (rows.length === 0) return fail('not_found')
  const subject = await emailOf(tx, body.user_id)
  await audit(tx, byScoped(call), { action: 'approval_link.revoked', subject, old: { links: rows.length } })
  return { revoked: rows.length }
}
