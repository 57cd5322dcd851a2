import { overdueStatuses } from '#domain/posts/status.ts'
import { isOverdue, OVERDUE_GRACE_MINUTES } from '#domain/schedules/timing.ts'
import { lockPostSocials, lockSchedule } from '#server/features/posts/locks.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { JobOutcome, JobQueue, Jobs } from '#server/platform/jobs/job-queues.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { after, type Publisher } from './publisher.ts'

const MINUTE = 60_000

export const announceOverdueQueue: JobQueue<{ scheduleId: number }> = {
  name: 'announce-overdue',
  retry: { times: 20, firstSeconds: 10, longestSeconds: 600 },
  expireSeconds: 60,
}

/**
 * For a post that was not ready at its time: it becomes overdue once the grace period is over (docs/product/schedules.md "Overdue").
 */
export const planOverdueAnnouncement = (
  tx: Tx,
  jobs: Jobs,
  { id: scheduleId, datetime }: { id: number; datetime: Date },
  now: Date,
): Promise<void> => {
  // A minute later, so that the grace period is certainly over.
  const announceAt = after(datetime, (OVERDUE_GRACE_MINUTES + 1) * MINUTE)
  return jobs.enqueue(
    tx,
    announceOverdueQueue,
    { scheduleId },
    { runAt: announceAt > now ? announceAt : after(now, MINUTE) },
  )
}

/** Announces once that a post is overdue, unless it has been approved or rescheduled by then. */
export const announceOverdue = (publisher: Publisher, scheduleId: number): Promise<JobOutcome> =>
  publisher.services.db.transaction().execute(async (tx): Promise<JobOutcome> => {
    const found = await tx
      .selectFrom('schedules')
      .select(['post_id', 'project_id'])
      .where('id', '=', scheduleId)
      .executeTakeFirst()
    const scope = found ? await findSystemScope(tx, found.project_id) : null
    if (!found || !scope || scope.isArchived) return 'done'
    const socials = await lockPostSocials(tx, scope, [found.post_id])
    const schedule = socials ? await lockSchedule(tx, scheduleId) : undefined
    const isWaiting = socials?.some(({ status }) => overdueStatuses.includes(status))
    if (!schedule?.released_at || !isWaiting) return 'done'
    if (!isOverdue(schedule.datetime, await publisher.now(tx))) return 'done'
    if (await wasOverdueAnnounced(tx, found.post_id, schedule.datetime)) return 'done'
    await emit(tx, { type: 'post.overdue', projectId: scope.projectId, postId: found.post_id, actorId: null })
    return 'done'
  })

/** Whether it has been announced already that this post was not ready at this time. */
export const wasOverdueAnnounced = async (db: Reader, postId: number, dueAt: Date): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .select('id')
    .where('post_id', '=', postId)
    .where('type', '=', 'post.overdue')
    .where('created_at', '>=', dueAt)
    .executeTakeFirst()) !== undefined
