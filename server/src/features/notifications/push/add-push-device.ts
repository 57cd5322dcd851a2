import { ECDH } from 'node:crypto'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/notifications/push-contract.ts'
import { DAMAGED_SUBSCRIPTION, PUSH_DEVICES_MAX } from '#domain/notifications/push-contract.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { isPushAddress } from './deliver.ts'
import { listDevices, storeDevice } from './devices.ts'

export const addPushDevice = async (
  { body: { renews, ...subscription } }: Input<typeof contract.addPushDevice>,
  { tx, person, now, services }: SignedInCall,
): Promise<Answer<typeof contract.addPushDevice>> => {
  if (!isPushAddress(services.config, subscription.endpoint))
    return fail('validation_error', {
      errors: { endpoint: ['Galley sends to public addresses over https only.'] },
    })
  if (!isPoint(subscription.keys.p256dh))
    return fail('validation_error', { errors: { 'keys.p256dh': [DAMAGED_SUBSCRIPTION] } })
  if (!(await storeDevice(tx, services.config, { ...person, now, renews }, subscription)))
    return fail('not_found')
  const devices = await listDevices(tx, person, now)
  // The transaction takes it back.
  if (devices.length > PUSH_DEVICES_MAX)
    return fail('validation_error', {
      message: `You can be told in ${PUSH_DEVICES_MAX} browsers. Remove one first.`,
    })
  const own = devices.find(({ is_current }) => is_current)
  if (!own) throw new Error('a device that was just added is listed')
  return own
}

/** Whether a public key is on the curve: nothing could be encrypted for another one. */
const isPoint = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_CRYPTO_OPERATION_FAILED') throw error
    return false
  }
}
