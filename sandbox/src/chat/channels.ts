import { randomBytes } from 'node:crypto'
import type { ChatHook, ChatServiceName } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'

/** What a fault of a service does to its next messages. */
export const chatFaults = {
  limited: 'Answers that there were too many messages',
  down: 'Answers 500',
  slow: 'Answers after 20 seconds',
  lost_answer: 'Takes the message, then cuts the connection',
} as const
export type ChatFault = keyof typeof chatFaults

export const isChatFault = (name: unknown): name is ChatFault =>
  typeof name === 'string' && Object.hasOwn(chatFaults, name)

/** A fault that waits for a message. `retryAfter` in seconds. */
export type WaitingFault = { hook: string; fault: ChatFault; retryAfter: number | null }

/** What a service makes of a message. `shown`: as people read it; null: it does not reach the channel, and `problem` may say why. */
export type Taken = {
  answer: HttpReply
  shown: string | null
  /** Whom it notifies besides those who watch the channel. */
  mentions: string[]
  problem?: string
}

const token = (length: number): string =>
  randomBytes(length)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, length)

/** The address that is given out, with its secret. */
export function addressOf(sandbox: Sandbox, { id, service, secret }: ChatHook): string {
  const base = `${sandbox.url()}/chat/${service}`
  return service === 'slack'
    ? `${base}/services/T0SANDBOX/${id}/${secret}`
    : `${base}/powerautomate/automations/direct/workflows/${id}/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${secret}`
}

export function createHook(sandbox: Sandbox, service: ChatServiceName, name: string): ChatHook {
  const hook: ChatHook = {
    id: `B${token(9).toUpperCase()}`,
    network: 'chat',
    account: service,
    service,
    name,
    secret: token(service === 'slack' ? 24 : 43),
    state: 'active',
    created_at: sandbox.now(),
  }
  sandbox.store.put('chat_hook', hook)
  return hook
}

/** Gives it another secret: messages to the former address are refused. */
export function rotateHook(sandbox: Sandbox, hook: ChatHook): ChatHook {
  const rotated = { ...hook, secret: token(hook.secret.length) }
  sandbox.store.put('chat_hook', rotated)
  return rotated
}
