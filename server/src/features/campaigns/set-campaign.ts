import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { selectCampaign } from './campaigns.ts'

export const setCampaign = async (
  { body: { post_ids, campaign_id } }: Input<typeof contract.setCampaign>,
  call: ScopedCall,
): Promise<Answer<typeof contract.setCampaign>> => {
  const { tx, scope, person } = call
  // Locked, so that nobody deletes it in between.
  const isThere =
    campaign_id === null ||
    (await selectCampaign(tx, scope, campaign_id).forShare().executeTakeFirst()) !== undefined
  if (!isThere) return fail('not_found', { message: 'This campaign has been deleted' })
  const postIds = [...new Set(post_ids)]
  const before = await tx
    .selectFrom('posts')
    .select(['id as post_id', 'campaign_id'])
    .where('id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (before.length < postIds.length) return fail('not_found')
  const changed = before.filter(post => post.campaign_id !== campaign_id).map(({ post_id }) => post_id)
  if (changed.length > 0)
    await tx.updateTable('posts').set({ campaign_id }).where('id', 'in', changed).execute()
  const event = { type: 'post.campaign_changed', projectId: scope.projectId, actorId: person.userId } as const
  await emitAll(
    tx,
    changed.map(postId => ({ ...event, postId })),
  )
  return before
}
