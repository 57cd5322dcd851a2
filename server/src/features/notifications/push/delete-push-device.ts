import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notifications/push-contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'

export const deletePushDevice = async (
  { params: { deviceId } }: Input<typeof contract.deletePushDevice>,
  { tx, person }: SignedInCall,
): Promise<Answer<typeof contract.deletePushDevice>> => {
  const gone = await tx
    .deleteFrom('push_devices')
    .where('id', '=', deviceId)
    .where('user_id', '=', person.userId)
    .returning('id')
    .executeTakeFirst()
  return gone ? {} : fail('not_found')
}
