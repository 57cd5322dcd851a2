import type * as contract from '#domain/campaigns/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { deleteAll } from '#server/features/posts/deletion/delete-posts.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { selectCampaign } from './campaigns.ts'
import { deleteCampaign } from './delete-campaign.ts'

/** Deletes all drafts of a repeat and their campaign, or nothing. */
export const undoRepeat = async (
  { params, body }: Input<typeof contract.undoRepeat>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoRepeat>> => {
  const ids = [...new Set(body.post_ids)]
  // A deleted one is among the changed ones, which the refusal counts.
  await lockPostSocials(call.tx, call.scope, ids)
  const refusal = await refuseChanged(call, params.campaignId, ids)
  if (refusal) return refusal
  const deleted = await deleteAll(call, ids)
  if (isFailure(deleted)) return deleted
  return deleteCampaign({ params, query: undefined, body: undefined }, call)
}

/** Why it can no longer be undone: what somebody has done with it since would be lost. */
const refuseChanged = async (
  { tx, scope }: ScopedCall,
  campaignId: number,
  ids: readonly number[],
): Promise<Failure<'not_found' | 'illegal_transition'> | null> => {
  const campaign = await selectCampaign(tx, scope, campaignId).forUpdate().executeTakeFirst()
  if (!campaign) return fail('not_found')
  const posts = await tx
    .selectFrom('posts as p')
    .innerJoin('post_socials as x', 'x.post_id', 'p.id')
    .select(({ fn }) => [
      'p.id',
      'p.created_at',
      'p.updated_at',
      fn.max<number>('x.version').as('version'),
      fn.agg<boolean>('bool_and', [eb => eb('x.status', '=', 'draft')]).as('is_draft'),
    ])
    .where('p.campaign_id', '=', campaignId)
    .where('p.deleted_at', 'is', null)
    .groupBy('p.id')
    .execute()
  const untouched = posts.filter(
    ({ version, is_draft, created_at, updated_at }) => version === 1 && is_draft && updated_at <= created_at,
  )
  const left = ids.filter(id => !untouched.some(post => post.id === id)).length
  if (left > 0)
    return fail('illegal_transition', {
      message: `${countText(left, 'draft')} of ${ids.length} ${left === 1 ? 'has' : 'have'} been changed since. Nothing was undone.`,
    })
  return posts.length > ids.length || campaign.version > 1
    ? fail('illegal_transition', { message: 'The campaign has been changed since. Nothing was undone.' })
    : null
}
