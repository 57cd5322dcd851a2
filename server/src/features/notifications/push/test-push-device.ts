import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notifications/push-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { deliver } from './deliver.ts'
import { findTarget } from './devices.ts'

/** Says what happened, and changes nothing: whether the device is still there is for its own messages to find out. */
export const testPushDevice = async (
  { params: { deviceId } }: Input<typeof contract.testPushDevice>,
  { db, person, now, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.testPushDevice>> => {
  const found = await findTarget(db, services.config, deviceId, now)
  if (found?.userId !== person.userId) return fail('not_found')
  const delivery = await deliver(services.config, found.target, {
    title: 'Galley',
    body: 'This browser tells you of what happens.',
    url: services.config.publicUrl,
    tag: 'test',
    seconds: 60,
    isUrgent: true,
  })
  return { problem: delivery.kind === 'sent' ? null : delivery.why }
}
