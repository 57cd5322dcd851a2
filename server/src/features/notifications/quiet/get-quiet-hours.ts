import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/quiet-hours-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readQuietHours } from './quiet-hours.ts'

export const getQuietHours = async (
  _input: Input<typeof contract.getQuietHours>,
  { db, person }: SignedInPoolCall,
): Promise<Answer<typeof contract.getQuietHours>> => ({
  quiet_hours: await readQuietHours(db, person.userId),
})
