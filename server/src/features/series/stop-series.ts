import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/series/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { deleteLaterDrafts, lockSeriesOf } from './later-drafts.ts'

export const stopSeries = async (
  { params: { postId }, body: { drafts } }: Input<typeof contract.stopSeries>,
  call: ScopedCall,
): Promise<Answer<typeof contract.stopSeries>> => {
  const member = await lockSeriesOf(call, postId)
  if (isFailure(member)) return member
  const deleted = drafts === 'delete' ? await deleteLaterDrafts(call, member) : []
  if (isFailure(deleted)) return deleted as Exclude<Answer<typeof contract.stopSeries>, Record<string, never>>
  await call.tx
    .updateTable('post_series')
    .set({ stopped_at: call.now })
    .where('id', '=', member.series.id)
    .execute()
  return {}
}
