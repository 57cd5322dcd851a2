import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import { dateLivePosts } from '#server/features/posts/date-live-posts.ts'
import { type LockedSocial, lockPostSocial } from '#server/features/posts/locks.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { move } from '#server/platform/db/move.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { firstCommentOf } from './engine/first-comment.ts'
import { openFollowUps } from './engine/follow-up-rows.ts'
import type { Publication } from './engine/publication.ts'
import { wakePublishing } from './engine/wake.ts'

/**
 * "It is live": an unconfirmed version becomes live because a person has seen it on the account; the activity names the person. Its id
 * is then looked up on the network, and so is its permalink unless one was pasted, and its first comment is added. Neither is done if
 * the content has changed since: the post on the network is then not the one stored here (docs/product/publishing.md "It is live").
 */
export const confirmIsLive = async (
  { params, body }: Input<typeof contract.confirmIsLive>,
  call: ScopedCall,
): Promise<Answer<typeof contract.confirmIsLive>> => {
  const { tx, person } = call
  const social = await lockPostSocial(call, params.postSocialId)
  if (!social) return fail('not_found')
  const refusal = unconfirmedRefusal(social)
  if (refusal) return refusal
  const publication = await tx
    .selectFrom('publications')
    .selectAll()
    .where('post_social_id', '=', social.id)
    .where('status', '=', 'failed')
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
  if (!publication) return statusRefusal([social.status])
  const now = await databaseNow(tx)
  const isChanged = social.sent_version !== social.version
  const comment = isChanged ? 'none' : firstCommentOf(social)
  const permalink = body.permalink ?? null
  const isMoved = await move(tx, publicationLifecycle, publication.id, 'confirmed_live', {
    permalink,
    failure_reason: null,
    lease_token: publication.lease_token + 1,
  })
  const isLive = await move(tx, postSocialLifecycle, social.id, 'confirmed_live', {
    permalink,
    published_at: publication.sending_at ?? now,
    failure_reason: null,
    first_comment_status: comment,
    updated_at: now,
  })
  if (!isMoved || !isLive) return statusRefusal([social.status])
  await dateLivePosts(tx, [social.post_id])
  if (!isChanged) await openFollowUps(tx, [followUpOf(publication, comment, now)])
  const detail = { ...(permalink === null ? {} : { permalink }), changed_since: isChanged }
  await emitOfPostSocial(tx, 'post_social.confirmed_live', social, person.userId, detail)
  if (!isChanged) await wakePublishing(tx)
  return getPostFor(tx, viewerOf(call), social.post_id, call.now)
}

/** If it was published in lost time, its comment may have been added then as well: it is looked up first (decision 107). */
const followUpOf = ({ id, lost_until }: Publication, comment: 'pending' | 'none', now: Date) => ({
  publication_id: id,
  run_at: now,
  since: now,
  comment,
  comment_sent_at: lost_until && comment === 'pending' ? now : null,
})

/** Null if a person may settle whether this version is live; otherwise the refusal, because it is not unconfirmed. */
export const unconfirmedRefusal = ({
  status,
  failure_reason,
}: LockedSocial): Failure<'being_published' | 'already_live' | 'illegal_transition'> | null => {
  if (status === 'on_publishing') return fail('being_published')
  if (status === 'live') return fail('already_live')
  if (status !== 'publishing_failed') return statusRefusal([status])
  return failure_reason === 'unconfirmed'
    ? null
    : fail('illegal_transition', {
        message: 'It is certain that this post did not go out. Publish it instead.',
      })
}
