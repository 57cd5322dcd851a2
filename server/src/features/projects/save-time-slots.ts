import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/projects/contract.ts'
import { inWeekOrder, slotsBeside, type TimeSlot, timeSlotText } from '#domain/projects/time-slots.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readTimeSlots } from './time-slots.ts'

/** Replaces the slots of the project. Scheduled posts stay where they are. */
export const saveTimeSlots = async (
  { body }: Input<typeof contract.saveTimeSlots>,
  call: ScopedCall,
): Promise<Answer<typeof contract.saveTimeSlots>> => {
  const { tx, scope } = call
  const { projectId } = scope
  // Locked: of two concurrent changes, the later one sees the version of the earlier one.
  const { time_slots_version: version } = await tx
    .selectFrom('projects')
    .select('time_slots_version')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (body.version !== undefined && body.version !== version) return fail('stale_version')
  const before = await readTimeSlots(tx, projectId)
  const [removed, added] = [slotsBeside(before, body.slots), slotsBeside(body.slots, before)]
  if (removed.length === 0 && added.length === 0) return { slots: before, version }
  await tx.deleteFrom('time_slots').where('project_id', '=', projectId).execute()
  if (body.slots.length > 0)
    await tx
      .insertInto('time_slots')
      .values(body.slots.map(slot => ({ project_id: projectId, ...slot })))
      .execute()
  await tx
    .updateTable('projects')
    .set({ time_slots_version: version + 1 })
    .where('id', '=', projectId)
    .execute()
  await audit(tx, byScoped(call), {
    action: 'project.setting_changed',
    subject: scope.projectName,
    old: { time_slots: inWords(removed) },
    new: { time_slots: inWords(added) },
  })
  return { slots: inWeekOrder(body.slots), version: version + 1 }
}

/** A log is read line by line: more slots than these are counted. */
const NAMED = 10

const inWords = (slots: readonly TimeSlot[]): string => {
  const named = inWeekOrder(slots).slice(0, NAMED).map(timeSlotText)
  return [...named, ...(slots.length > NAMED ? [`${slots.length - NAMED} more`] : [])].join('; ')
}
