import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readCampaigns, selectCampaign } from './campaigns.ts'

export const saveCampaign = async (
  { params: { campaignId }, body: { version, ...fields } }: Input<typeof contract.saveCampaign>,
  { tx, scope, emit }: ScopedCall,
): Promise<Answer<typeof contract.saveCampaign>> => {
  const former = await selectCampaign(tx, scope, campaignId).forUpdate().executeTakeFirst()
  if (!former) return fail('not_found')
  if (version !== undefined && version !== former.version) return fail('stale_version')
  await tx
    .updateTable('campaigns')
    .set({ ...fields, version: former.version + 1 })
    .where('id', '=', campaignId)
    .execute()
  await emit({ type: 'campaign.saved' })
  const [saved] = await readCampaigns(tx, scope, campaignId)
  return saved ?? fail('not_found')
}
