import { binBegins } from '#domain/bin/bin.ts'
import type * as contract from '#domain/bin/contract.ts'
import { BIN_PAGE } from '#domain/bin/contract.ts'
import type { BinPlace } from '#domain/bin/model.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { binOperations } from './bin-operations.ts'

export const listBin = async (
  { query: { kind, after } }: Input<typeof contract.listBin>,
  { db, scope: { projectId }, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listBin>> => {
  const since = binBegins(now)
  const [found, post, day_label, campaign, hashtag_pool, media] = await Promise.all([
    binOperations[kind].list(db, projectId, { since, after: placeOf(after), limit: BIN_PAGE + 1 }),
    binOperations.post.count(db, projectId, since),
    binOperations.day_label.count(db, projectId, since),
    binOperations.campaign.count(db, projectId, since),
    binOperations.hashtag_pool.count(db, projectId, since),
    binOperations.media.count(db, projectId, since),
  ])
  const items = found.slice(0, BIN_PAGE)
  const last = items.at(-1)
  return {
    items,
    next_after: last && found.length > items.length ? `${last.deleted_at}_${last.id}` : null,
    counts: { post, day_label, campaign, hashtag_pool, media },
  }
}

const placeOf = (after: string | undefined): BinPlace | null => {
  if (after === undefined) return null
  const [deletedAt = '', id] = after.split('_')
  return { deletedAt: new Date(deletedAt), id: Number(id) }
}
