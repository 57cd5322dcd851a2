import { generateRequestDetails } from 'web-push-neo'
import type { Config } from '#server/config.ts'
import { readPublicUrl } from '#server/platform/http/outgoing-requests/public-address.ts'
import { makePublicSend, type Posted } from '#server/platform/http/outgoing-requests/public-post.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import type { Target } from './devices.ts'
import type { PushMessage } from './push-message.ts'

/**
 * What became of a message. `gone`: nobody subscribes there any more. `refused`: this message was not taken, the next one may be. `later`:
 * it is worth another try.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' | 'refused' | 'later'; readonly why: string }

/** Where the sandbox plays a push service. */
const standIns = ({ sandbox, sandboxUrl }: Config): string[] => (sandbox ? [`${sandboxUrl}/push/`] : [])

/** Whether a subscription may have this address, as far as its text says. */
export const isPushAddress = (config: Config, endpoint: string): boolean =>
  standIns(config).some(beginning => endpoint.startsWith(beginning)) ||
  readPublicUrl(endpoint)?.protocol === 'https:'

const sendOf = oncePer((config: Config) => makePublicSend({ allowed: standIns(config) }))

/** Encrypts a message for a device (RFC 8291), sends it to its push service, and says what became of it. `target` null: its key is not ours. */
export const deliver = async (
  config: Config,
  target: Target | null,
  { seconds, isUrgent, ...shown }: PushMessage,
): Promise<Delivery> => {
  if (target === null)
    return { kind: 'gone', why: 'The keys of this installation have changed. Turn push on again.' }
  const { subscription, vapid } = target
  const { headers, body } = await generateRequestDetails(subscription, JSON.stringify(shown), {
    TTL: seconds,
    urgency: isUrgent ? 'high' : 'normal',
    topic: shown.tag,
    vapidDetails: vapid,
  })
  return read(await sendOf(config)(subscription.endpoint, { headers, body: Buffer.from(body ?? []) }))
}

const read = (posted: Posted): Delivery => {
  if (posted.kind === 'refused')
    return posted.reason === 'address_refused'
      ? { kind: 'gone', why: 'The address leads into a private network, where Galley sends nothing.' }
      : { kind: 'later', why: 'Galley could not reach the push service.' }
  const { status } = posted
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410)
    return { kind: 'gone', why: 'The browser takes no messages any more. Turn push on again.' }
  if (status === 429 || status === 408 || status >= 500)
    return { kind: 'later', why: `The push service has a fault: it answers ${status}.` }
  return { kind: 'refused', why: `The push service did not take the message: it answers ${status}.` }
}
