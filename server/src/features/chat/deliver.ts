import { type ChatService, chatAddressProblem, chatServiceNames } from '#domain/chat/addresses.ts'
import type { ChatMessage } from '#domain/chat/message.ts'
import type { ChatOffReason } from '#domain/chat/model.ts'
import { slackPayload } from '#domain/chat/slack.ts'
import { teamsPayload } from '#domain/chat/teams.ts'
import type { Config } from '#server/config.ts'
import { makePublicPost, type Posted } from '#server/platform/http/outgoing-requests/public-post.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { type ChannelRow, chatStandIn, openAddress } from './channels.ts'

/**
 * What became of a message. `ended`: the address takes no more. `refused`: this message was not taken, the next one may be. `later`: it is
 * worth another try, `waitSeconds` after now if the service says when.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'ended'; readonly reason: ChatOffReason; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly waitSeconds: number | null; readonly why: string }

const payloads = { slack: slackPayload, teams: teamsPayload } as const

const postOf = oncePer((config: Config) => {
  const standIn = chatStandIn(config)
  return makePublicPost({ allowed: standIn === null ? [] : [`${standIn}/`] })
})

/** Sends a message to a channel and says what became of it, in words for an admin. */
export const deliver = async (
  config: Config,
  channel: ChannelRow,
  message: ChatMessage,
): Promise<Delivery> => {
  const service = channel.service
  const address = openAddress(config, channel)
  if (address === null)
    return {
      kind: 'ended',
      reason: 'unreadable',
      why: 'The address can no longer be decrypted. Enter it again.',
    }
  const problem = chatAddressProblem(service, address, chatStandIn(config))
  if (problem !== null) return { kind: 'ended', reason: 'gone', why: problem }
  return read(service, await postOf(config)(address, payloads[service](message)))
}

/** Statuses that say that nobody listens at the address any more: removed, rotated, forbidden, archived. */
const ended: readonly number[] = [401, 403, 404, 410]
/** A switched-off workflow says so with a status that else means a damaged message. */
const endedCode = /WorkflowTriggerIsNotEnabled|channel_is_archived|no_service|invalid_token/

const read = (service: ChatService, posted: Posted): Delivery => {
  const name = chatServiceNames[service]
  if (posted.kind === 'refused') return unheard(name, posted.reason)
  const { status, retryAfter } = posted
  const said = /^[\w .,'-]{1,80}$/.test(posted.text.trim()) ? ` (${posted.text.trim()})` : ''
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (ended.includes(status) || (status === 400 && endedCode.test(posted.text)))
    return {
      kind: 'ended',
      reason: 'gone',
      why: `${name} no longer takes messages at this address: it answers ${status}${said}. Create a new one there and enter it here.`,
    }
  if (status === 429)
    return {
      kind: 'later',
      waitSeconds: retryAfter,
      why: `${name} has had too many messages and asks Galley to wait.`,
    }
  if (status >= 500 || status === 408)
    return { kind: 'later', waitSeconds: retryAfter, why: `${name} has a fault: it answers ${status}.` }
  return { kind: 'refused', why: `${name} did not take a message: it answers ${status}${said}.` }
}

/** Where no answer was heard, the message may have arrived. */
const unheard = (name: string, reason: Extract<Posted, { kind: 'refused' }>['reason']): Delivery => {
  if (reason === 'address_refused')
    return {
      kind: 'ended',
      reason: 'gone',
      why: `The address leads into a private network, where Galley sends nothing.`,
    }
  return {
    kind: 'later',
    waitSeconds: null,
    why: reason === 'too_slow' ? `${name} did not answer in time.` : `Galley could not reach ${name}.`,
  }
}
