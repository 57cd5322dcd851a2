import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const setCampaign = async (
  { body: { post_ids, campaign_id } }: Input<typeof contract.setCampaign>,
  call: ScopedCall,
): Promise<Answer<typeof contract.setCampaign>> => {
  const { tx, scope, person } = call
  if (campaign_id !== null && !(await isThere(call, campaign_id)))
    return fail('not_found', { message: 'This campaign has been deleted' })
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

/** Locked, so that nobody deletes it in between. */
const isThere = async ({ tx, scope }: ScopedCall, id: number): Promise<boolean> => {
  const found = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}
