import { sql } from 'kysely'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import type { SendingRecord } from '#domain/approvals/undo.ts'
import type { Failure } from '#domain/kernel/failure.ts'
import { type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import type { LockedPost } from '#server/features/approvals/locked-post.ts'
import type { OpenedRound } from '#server/features/approvals/rounds.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Round } from '#server/features/posts/rounds.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

type Unsent = 'temporary_draft' | 'draft' | 'requires_revision' | 'unapproved'

/** @param stored the post before it was sent @param sent its versions, before as well */
export const toRecord = (
  { skipped, chosen, laterSteps, deadlineAt }: LockedPost,
  sent: readonly LockedSocial[],
  superseded: readonly Round[],
  opened: readonly OpenedRound[],
): SendingRecord => ({
  plan: { skipped, chosen, laterSteps, deadlineAt: deadlineAt?.toISOString() ?? null },
  versions: sent.map(({ id, status, is_approved, is_unapproved, cleared_digest, skipped_approvals }) => {
    return { id, status, is_approved, is_unapproved, cleared_digest, skipped_approvals }
  }),
  superseded: superseded.map(({ id, status, closed_at }) => ({ id, status, closed_at })),
  opened,
})

/** Older records are of no use: no Undo is offered for them any more. */
const KEPT_MS = 3_600_000

/** Keeps what a call has changed. @returns what the toast needs for Undo; null where nothing can be undone */
export const recordSending = async (
  { tx, scope, now, person, services }: ScopedCall,
  records: ReadonlyMap<number, SendingRecord>,
): Promise<{ send_id: number; seconds: number } | null> => {
  const seconds = services.config.SEND_UNDO_SECONDS
  if (seconds === 0 || records.size === 0) return null
  await tx
    .deleteFrom('approval_sends')
    .where('project_id', '=', scope.projectId)
    .where('sent_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  const { id } = await tx
    .insertInto('approval_sends')
    .values({ project_id: scope.projectId, sent_by: person.userId, sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('approval_sent_posts')
    .values(
      [...records].map(([post_id, record]) => ({
        send_id: id,
        post_id,
        project_id: scope.projectId,
        record: JSON.stringify(record),
      })),
    )
    .execute()
  return { send_id: id, seconds }
}

/** A refusal as one row of an answer about several posts. */
export const toRefusalRow = ({ code, message, errors }: Failure) => ({
  code,
  message,
  ...(errors ? { errors } : {}),
})

/** Stores which rounds are skipped, who was chosen, and until when they should decide. */
export const storePlan = async (
  { tx }: Pick<ScopedCall, 'tx'>,
  {
    id,
    skipped,
    chosen,
    laterSteps,
    deadlineAt,
  }: Pick<LockedPost, 'id' | 'skipped' | 'chosen' | 'laterSteps' | 'deadlineAt'>,
): Promise<void> => {
  await tx
    .updateTable('posts')
    .set({
      skipped_approvals: [...skipped],
      concrete_internal_approver: [...chosen.internal],
      concrete_external_approver: [...chosen.external],
      external_steps: JSON.stringify(laterSteps),
      approval_deadline_at: deadlineAt,
    })
    .where('id', '=', id)
    .execute()
}

const backTo: Readonly<Record<Unsent, PostSocialEvent>> = {
  temporary_draft: 'sending_undone_to_temporary_draft',
  draft: 'sending_undone_to_draft',
  requires_revision: 'sending_undone_to_requires_revision',
  unapproved: 'sending_undone_to_unapproved',
}

/** Puts back what sending has changed: plan, rounds with their history, and the versions' statuses. */
export const restoreSent = async (
  call: ScopedCall,
  postId: number,
  { plan, versions, superseded, opened }: SendingRecord,
): Promise<void> => {
  const { tx, now } = call
  await storePlan(call, {
    id: postId,
    ...plan,
    laterSteps: plan.laterSteps ?? [],
    deadlineAt: plan.deadlineAt ? new Date(plan.deadlineAt) : null,
  })
  const openedIds = opened.map(({ id }) => id)
  await tx.deleteFrom('approval_actions').where('approval_id', 'in', openedIds).execute()
  await tx.deleteFrom('approval_approvers').where('approval_id', 'in', openedIds).execute()
  await tx.deleteFrom('approvals').where('id', 'in', openedIds).execute()
  for (const { id, status, closed_at } of superseded)
    await move(tx, approvalLifecycle, id, status === 'open' ? 'restored_as_open' : 'restored_as_approved', {
      closed_at: closed_at === null ? null : new Date(closed_at),
    })
  for (const { id, status, ...columns } of versions)
    if (!(await move(tx, postSocialLifecycle, id, backTo[status as Unsent], { ...columns, updated_at: now })))
      throw new Error(`version ${id} is no longer as it was sent`)
}

export type SentPost = {
  readonly post_id: number
  readonly record: SendingRecord
  readonly undone_at: Date | null
}

/** The posts of a sending of this person that still exist and those that do not; null if there is no such sending. */
export const findSending = async (
  { tx, scope, person }: ScopedCall,
  sendId: number,
): Promise<{ sentAt: Date; posts: { post_id: number; is_gone: boolean }[] } | null> => {
  const send = await tx
    .selectFrom('approval_sends')
    .select('sent_at')
    .where('id', '=', sendId)
    .where('project_id', '=', scope.projectId)
    .where('sent_by', '=', person.userId)
    .executeTakeFirst()
  if (!send) return null
  const posts = await tx
    .selectFrom('approval_sent_posts as s')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select(['s.post_id', sql<boolean>`p.deleted_at is not null`.as('is_gone')])
    .where('s.send_id', '=', sendId)
    .orderBy('s.post_id')
    .execute()
  return { sentAt: send.sent_at, posts }
}

/** What was recorded of these posts. Read it after they were locked: another browser may be undoing the same. */
export const readSentPosts = async (
  { tx }: ScopedCall,
  sendId: number,
  postIds: readonly number[],
): Promise<Map<number, SentPost>> => {
  const rows = await tx
    .selectFrom('approval_sent_posts')
    .select(['post_id', 'record', 'undone_at'])
    .where('send_id', '=', sendId)
    .where('post_id', 'in', postIds)
    .execute()
  return new Map(rows.map(row => [row.post_id, row]))
}
