import type * as contract from '#domain/approvals/contract.ts'
import { undoSendingObstacle } from '#domain/approvals/undo.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { contextOf, emitRoundEvent } from '#server/features/approvals/history.ts'
import { type LockedPost, lockPosts, openRoundOf } from '#server/features/approvals/locked-post.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findSending, readSentPosts, restoreSent, type SentPost, toRefusalRow } from './sendings.ts'

/**
 * Undoes the caller's sending of a moment ago, post by post: everything is as it was, and the activity keeps both. A post stays sent once
 * somebody has acted on it (docs/product/approvals.md "Undoing a sending").
 */
export const undoSending = async (
  { body }: Input<typeof contract.undoSending>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoSending>> => {
  const { tx, scope, now } = call
  const sending = await findSending(call, body.send_id)
  if (!sending) return fail('not_found')
  const present = sending.posts.filter(post => !post.is_gone).map(({ post_id }) => post_id)
  const posts = present.length === 0 ? [] : await lockPosts(tx, scope, present)
  // Deleted in this very moment.
  if (!posts) return fail('not_found')
  const refusals = await undoEach(call, { sendId: body.send_id, sentAt: sending.sentAt }, posts)
  for (const { post_id, is_gone } of sending.posts)
    if (is_gone) refusals.set(post_id, fail('undo_ended', { message: 'This post has been deleted.' }))
  const [first] = refusals.values()
  if (first && refusals.size === sending.posts.length) return first
  const read = new Map((await readPosts(tx, viewerOf(call), present, now)).map(post => [post.id, post]))
  return sending.posts.map(({ post_id }) => {
    const refusal = refusals.get(post_id)
    return { post_id, post: read.get(post_id) ?? null, refusal: refusal ? toRefusalRow(refusal) : null }
  })
}

type Refusals = Map<number, Failure<'undo_ended'>>

const undoEach = async (
  call: ScopedCall,
  { sendId, sentAt }: { sendId: number; sentAt: Date },
  posts: readonly LockedPost[],
): Promise<Refusals> => {
  const refusals: Refusals = new Map()
  if (posts.length === 0) return refusals
  const { now, services } = call
  const sent = await readSentPosts(
    call,
    sendId,
    posts.map(({ id }) => id),
  )
  const latest = await readLatestActions(call, posts)
  for (const post of posts) {
    const stored = sent.get(post.id)
    if (!stored) continue
    const state = { sentAt, isUndone: stored.undone_at !== null, rounds: roundsNow(post, stored, latest) }
    const message = undoSendingObstacle(state, now, services.config.SEND_UNDO_SECONDS)
    if (message === null) await undoPost(call, sendId, post, stored)
    else refusals.set(post.id, fail('undo_ended', { message }))
  }
  return refusals
}

const undoPost = async (
  call: ScopedCall,
  sendId: number,
  post: LockedPost,
  { record }: SentPost,
): Promise<void> => {
  await restoreSent(call, post.id, record)
  await call.tx
    .updateTable('approval_sent_posts')
    .set({ undone_at: call.now })
    .where('send_id', '=', sendId)
    .where('post_id', '=', post.id)
    .execute()
  for (const { postSocialId } of record.opened) {
    const social = post.socials.find(({ id }) => id === postSocialId)
    if (social) await emitRoundEvent(contextOf(call), 'approval.sending_undone', social, {})
  }
}

/** How each round that the sending opened stands by now; a version without a round of its own waits with the others. */
const roundsNow = (post: LockedPost, { record }: SentPost, latest: ReadonlyMap<number, number>) => {
  const isWaiting = record.versions.every(({ id }) =>
    post.socials.some(({ id: own, status }) => own === id && pending.has(status)),
  )
  return record.opened.map(({ id, postSocialId, actionId }) => ({
    isOpen: isWaiting && openRoundOf(post, postSocialId)?.id === id,
    isUntouched: latest.get(postSocialId) === actionId,
  }))
}

const pending: ReadonlySet<string> = new Set(['pending_internal_approval', 'pending_external_approval'])

/** The id of the newest entry in the history of each version. */
const readLatestActions = async (
  { tx }: ScopedCall,
  posts: readonly LockedPost[],
): Promise<Map<number, number>> => {
  const rows = await tx
    .selectFrom('approval_actions')
    .select(eb => ['post_social_id', eb.fn.max('id').as('id')])
    .where(
      'post_social_id',
      'in',
      posts.flatMap(({ socials }) => socials.map(({ id }) => id)),
    )
    .groupBy('post_social_id')
    .execute()
  return new Map(rows.map(({ post_social_id, id }) => [post_social_id, id]))
}
