import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/projects/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readTimeSlots } from './time-slots.ts'

export const listTimeSlots = async (
  _input: Input<typeof contract.listTimeSlots>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listTimeSlots>> => {
  // The version first: slots that are newer than it make the next change start again, older ones would be overwritten.
  const { time_slots_version: version } = await db
    .selectFrom('projects')
    .select('time_slots_version')
    .where('id', '=', scope.projectId)
    .executeTakeFirstOrThrow()
  return { slots: await readTimeSlots(db, scope.projectId), version }
}
