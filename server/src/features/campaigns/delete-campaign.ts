import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Its posts keep their reference, so that Undo brings all of it back. */
export const deleteCampaign = async (
  { params: { campaignId } }: Input<typeof contract.deleteCampaign>,
  { tx, scope, person, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.deleteCampaign>> => {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ deleted_at: now, deleted_by: person.userId })
    .where('id', '=', campaignId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return fail('not_found')
  await emit({ type: 'campaign.deleted' })
  return {}
}
