import { z } from 'zod'
import type { Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { preparationFailure, quotaUsed } from './outcomes.ts'

const limit = z.object({
  data: z.array(
    z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() }),
  ),
})

/** Whether the account may publish now. The total differs by account, so it is always read (docs/product/instagram.md "Publishing quota"). */
export const readQuota = async (api: Graph, { account }: PublishTask): Promise<Preparation> => {
  const reply = await api.get(account, `${account.externalId}/content_publishing_limit`, {
    fields: 'quota_usage,config',
  })
  if (!isOk(reply)) return preparationFailure(reply)
  const [quota] = parseBody(reply, limit)?.data ?? []
  // Without a total the quota is unknown; the publish call itself is then refused with certainty.
  if (quota?.config && quota.quota_usage >= quota.config.quota_total) return quotaUsed(reply.text)
  return { kind: 'ready' }
}
