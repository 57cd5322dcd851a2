import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const createCampaign = async (
  { body }: Input<typeof contract.createCampaign>,
  { tx, scope, now, emit }: ScopedCall,
): Promise<Answer<typeof contract.createCampaign>> => {
  const row = await tx
    .insertInto('campaigns')
    .values({ ...body, project_id: scope.projectId, created_at: now })
    .returning(['id', 'project_id', 'name', 'color', 'start_at', 'end_at', 'goal', 'version'])
    .executeTakeFirstOrThrow()
  await emit({ type: 'campaign.created' })
  return { ...row, posts_count: 0 }
}
