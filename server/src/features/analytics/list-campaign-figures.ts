import type * as contract from '#domain/analytics/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readByCampaign } from './by-campaign.ts'
import { readRange } from './requested-figures.ts'
import { readFiguresOf } from './top-posts.ts'

export const listCampaignFigures = async (
  { params: { social: network }, query }: Input<typeof contract.listCampaignFigures>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listCampaignFigures>> => {
  const requested = readRange(query, call.now)
  if ('refused' in requested) return requested.refused
  const figures = await readFiguresOf(call, { network, range: requested.range })
  return readByCampaign(call.db, call.scope, figures)
}
