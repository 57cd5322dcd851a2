import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/proofs/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const revokeProof = async (
  { params }: Input<typeof contract.revokeProof>,
  call: ScopedCall,
): Promise<Answer<typeof contract.revokeProof>> => {
  const { tx, scope } = call
  const gone = await tx
    .deleteFrom('proofs')
    .where('project_id', '=', scope.projectId)
    .where('id', '=', params.proofId)
    .returning('title')
    .executeTakeFirst()
  if (!gone) return fail('not_found')
  await audit(tx, byScoped(call), { action: 'proof.revoked', subject: gone.title })
  return {}
}
