import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readCampaigns } from './campaigns.ts'

export const listCampaigns = (
  _input: Input<typeof contract.listCampaigns>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listCampaigns>> => readCampaigns(db, scope)
