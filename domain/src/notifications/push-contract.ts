import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'

/** More than a person has. */
export const PUSH_DEVICES_MAX = 20

const device = z.strictObject({
  id,
  /** What the browser calls itself; null: it did not say. */
  user_agent: z.string().nullable(),
  created_at: instant,
  last_sent_at: instant.nullable(),
  /** Whether the caller is signed in with it now. */
  is_current: z.boolean(),
})
export type PushDevice = z.output<typeof device>

/** Unpadded base64url of so many bytes. */
const bytes = (length: number, message: string) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}$`), message)

export const DAMAGED_SUBSCRIPTION = 'This is no subscription of a browser. Turn push on again.'

/** As browsers give it (`PushSubscription.toJSON()`), without its end. */
const subscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: DAMAGED_SUBSCRIPTION }).max(2000),
  keys: z.strictObject({ p256dh: bytes(65, DAMAGED_SUBSCRIPTION), auth: bytes(16, DAMAGED_SUBSCRIPTION) }),
})
export type PushSubscriptionKeys = z.output<typeof subscription>

/** `public_key`: what a browser subscribes with (VAPID, RFC 8292), unpadded base64url. */
export const listPushDevices = endpoint({
  method: 'GET',
  path: '/notifications/push-devices',
  summary: 'List the browsers in which you are told of what happens',
  permission: 'signed-in',
  output: z.strictObject({ public_key: z.string(), devices: z.array(device) }),
})

/**
 * A browser is told until its session ends. `renews`: the device that it was, after another sign-in or with another subscription; it stays
 * off if that was removed elsewhere.
 */
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/notifications/push-devices',
  summary: 'Be told in this browser',
  permission: 'signed-in',
  body: subscription.extend({ renews: id.optional() }),
  output: device,
  failures: ['not_found'],
})

export const deletePushDevice = endpoint({
  method: 'DELETE',
  path: '/notifications/push-devices/{deviceId}',
  summary: 'Be told no more in a browser',
  permission: 'signed-in',
  params: z.strictObject({ deviceId: pathId }),
  output: nothing,
  failures: ['not_found'],
})

/** Waits for the push service's answer. `problem`: why the message did not arrive there, in words. */
export const testPushDevice = endpoint({
  method: 'POST',
  path: '/notifications/push-devices/{deviceId}/test',
  summary: 'Send a test message to a browser',
  permission: 'signed-in',
  params: z.strictObject({ deviceId: pathId }),
  body: nothing,
  output: z.strictObject({ problem: z.string().nullable() }),
  failures: ['not_found', 'too_many_requests'],
})
