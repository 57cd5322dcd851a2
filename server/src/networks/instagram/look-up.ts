import { z } from 'zod'
import { isOk, read } from '../http.ts'
import { type Graph, LOOK_BACK_MS } from '../meta/graph.ts'
import type { Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'

const container = z.object({ status_code: z.string() })
const medias = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().default(''),
      timestamp: z.string(),
      permalink: z.string().nullish(),
    }),
  ),
})

/**
 * The container knows: PUBLISHED is live, FINISHED is not (networks.md part 7). Which medium it became is then read from the
 * account, by caption and time; where that is not to be told, it is live all the same.
 */
export const lookUpMedia = async (
  api: Graph,
  { account, draft, prepared }: Delivery,
  { sentAt, notThese }: Search,
): Promise<LookUp> => {
  if (!prepared.container_id) return { kind: 'absent' }
  const reply = await api.get(account, prepared.container_id, { fields: 'status_code' })
  const state = isOk(reply) ? read(reply, container)?.status_code : undefined
  if (state === 'FINISHED' || state === 'EXPIRED' || state === 'ERROR') return { kind: 'absent' }
  if (state !== 'PUBLISHED') return cannotTell(reply)
  const list = await api.get(account, `${account.externalId}/media`, {
    fields: 'id,caption,timestamp,permalink',
    limit: '50',
  })
  const found = isOk(list) ? read(list, medias) : null
  if (!found) return cannotTell(list)
  const ours = found.data.filter(
    ({ id, caption, timestamp }) =>
      !notThese.has(id) &&
      caption.trim() === draft.message.trim() &&
      Date.parse(timestamp) >= sentAt.getTime() - LOOK_BACK_MS,
  )
  // Two that fit: binding the wrong one would be worse than not knowing.
  const [only, another] = ours
  return only && !another
    ? { kind: 'present', externalId: only.id, permalink: only.permalink ?? null }
    : { kind: 'present', externalId: null, permalink: null }
}
