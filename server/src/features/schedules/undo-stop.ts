import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import type * as contract from '#domain/schedules/stop-contract.ts'
import { UNDO_STOP_HOURS } from '#domain/schedules/stop-contract.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { wakePublishing } from '#server/features/publishing/engine/wake.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emitScheduled, lockScheduleOf, stateRefusal } from './schedules.ts'

const HOUR = 3_600_000

/** Puts a post back on the time that it was stopped at. Versions that had skipped approval are cleared again if nothing has changed. */
export const undoStop = async (
  { params: { scheduleId } }: Input<typeof contract.undoStop>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoStop>> => {
  const { tx, scope } = call
  const stopped = () =>
    tx
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', scheduleId)
      .where('project_id', '=', scope.projectId)
      .where('deleted_at', 'is not', null)
      .where('stopped_clearances', 'is not', null)
      .executeTakeFirst()
  const found = await stopped()
  const socials = found && (await lockPostSocials(tx, scope, [found.post_id]))
  // Read again: another transaction may have undone it in the meantime.
  const schedule = socials ? await stopped() : undefined
  if (!socials || !schedule) return fail('not_found')
  const now = await databaseNow(tx)
  const stoppedAt = schedule.deleted_at ?? now
  if (schedule.datetime <= now || now.getTime() - stoppedAt.getTime() > UNDO_STOP_HOURS * HOUR)
    return fail('illegal_transition', { message: 'The time of the post has passed. Choose a new one.' })
  if (await lockScheduleOf(tx, schedule.post_id))
    return fail('illegal_transition', { message: 'The post has a new schedule by now.' })
  const refusal = stateRefusal(socials)
  if (refusal) return fail(refusal)
  await clearAgain(call, socials, schedule.stopped_clearances ?? {})
  const row = await tx
    .updateTable('schedules')
    .set({ deleted_at: null, released_at: null, updated_at: call.now })
    .where('id', '=', schedule.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await emitScheduled(call, 'schedule.created', [row])
  await wakePublishing(tx)
  return {}
}

const clearAgain = async (
  { tx, now }: ScopedCall,
  socials: readonly LockedSocial[],
  clearances: Readonly<Record<number, string>>,
): Promise<void> => {
  const drafts = socials.filter(({ id, status }) => status === 'draft' && clearances[id] !== undefined)
  const digests = await readDigests(
    tx,
    drafts.map(({ id }) => id),
  )
  for (const { id } of drafts) {
    const cleared_digest = digestIn(digests, id)
    if (cleared_digest === clearances[id])
      await move(tx, postSocialLifecycle, id, 'approval_skipped', { cleared_digest, updated_at: now })
  }
}
