import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChatHook } from '../platform/model.ts'
import { send } from '../platform/publish.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import {
  addressOf,
  chatFaults,
  createHook,
  isChatFault,
  rotateHook,
  type Taken,
  type WaitingFault,
} from './channels.ts'
import { chatPage } from './pages.ts'
import { slackRefusal, takeForSlack } from './slack.ts'
import { takeForTeams, teamsRefusal } from './teams.ts'

const services = {
  slack: {
    take: takeForSlack,
    unknown: slackRefusal(404, 'no_service'),
    down: slackRefusal(500, 'rollup_error'),
    limited: (headers: Record<string, string>) => slackRefusal(429, 'rate_limited', headers),
    /** One a second, and short bursts. */
    limit: { messages: 5, ms: 5_000 },
  },
  teams: {
    take: takeForTeams,
    unknown: teamsRefusal(404, 'WorkflowNotFound', 'The workflow could not be found.'),
    down: teamsRefusal(500, 'InternalServerError', 'Encountered internal server error.'),
    limited: (headers: Record<string, string>) =>
      teamsRefusal(429, 'WorkflowRunActionThrottled', 'Rate limit is exceeded.', headers),
    limit: { messages: 4, ms: 1_000 },
  },
} as const

/** Longer than anybody waits. */
const SLOW_MS = 20_000

const newHook = z.strictObject({ service: z.enum(['slack', 'teams']), name: z.string().min(1).max(80) })
const hookState = z.strictObject({
  state: z.enum(['active', 'removed', 'archived', 'forbidden']).optional(),
  rotate: z.boolean().optional(),
})
const newFault = z.strictObject({
  hook: z.string(),
  fault: z.enum(Object.keys(chatFaults) as [keyof typeof chatFaults]),
  retry_after: z.int().nonnegative().optional(),
  times: z.int().min(1).max(100).default(1),
})

/** Slack's incoming webhooks and the workflows of Teams: `/chat/slack`, `/chat/teams`; a page for people at `/chat`. */
export function registerChat(app: FastifyInstance, sandbox: Sandbox): void {
  const faults: WaitingFault[] = []
  const receive = (hookId: string, secret: string, request: FastifyRequest, reply: FastifyReply) =>
    receiveMessage({ sandbox, faults, hookId, secret }, request, reply)
  app.post('/slack/services/:team/:hook/:secret', (request, reply) => {
    const { hook, secret } = request.params as { hook: string; secret: string }
    return receive(hook, secret, request, reply)
  })
  app.post(
    '/teams/powerautomate/automations/direct/workflows/:hook/triggers/manual/paths/invoke',
    (request, reply) => {
      const { sig = '' } = request.query as { sig?: string }
      return receive((request.params as { hook: string }).hook, sig, request, reply)
    },
  )
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(chatPage(sandbox)))
  app.post('/', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const parsed = newHook.safeParse(Object.fromEntries(form))
    if (parsed.success) createHook(sandbox, parsed.data.service, parsed.data.name)
    return reply.redirect('/chat', 303)
  })
  registerControl(app, sandbox, faults)
}

/** For tests. */
function registerControl(app: FastifyInstance, sandbox: Sandbox, faults: WaitingFault[]): void {
  const { store } = sandbox
  app.post('/hooks', (request, reply) => {
    const { service, name } = newHook.parse(request.body)
    const hook = createHook(sandbox, service, name)
    return reply.code(201).send({ id: hook.id, address: addressOf(sandbox, hook) })
  })
  app.post('/hooks/:id', (request, reply) => {
    const hook = store.get('chat_hook', (request.params as { id: string }).id)
    if (!hook) return reply.callNotFound()
    const { state = hook.state, rotate = false } = hookState.parse(request.body)
    const changed = { ...hook, state }
    store.put('chat_hook', changed)
    return { address: addressOf(sandbox, rotate ? rotateHook(sandbox, changed) : changed) }
  })
  app.get('/messages', request => {
    const { hook } = request.query as { hook?: string }
    return store.list('chat_message', hook === undefined ? {} : { account: hook }).reverse()
  })
  app.post('/faults', (request, reply) => {
    const { hook, fault, retry_after = null, times } = newFault.parse(request.body)
    if (isChatFault(fault))
      for (let index = 0; index < times; index += 1) faults.push({ hook, fault, retryAfter: retry_after })
    return reply.code(204).send()
  })
}

type Receiving = { sandbox: Sandbox; faults: WaitingFault[]; hookId: string; secret: string }

async function receiveMessage(
  { sandbox, faults, hookId, secret }: Receiving,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const hook = sandbox.store.get('chat_hook', hookId)
  const service = request.url.startsWith('/chat/slack') ? 'slack' : 'teams'
  if (!hook || hook.service !== service) return send(reply, services[service].unknown)
  const { take, down, limited } = services[service]
  const at = faults.findIndex(waiting => waiting.hook === hookId)
  const fault = at < 0 ? null : (faults.splice(at, 1)[0] ?? null)
  const retryAfter: Record<string, string> =
    fault?.retryAfter === null || fault === null ? {} : { 'retry-after': String(fault.retryAfter) }
  if (fault?.fault === 'down') return send(reply, down)
  if (fault?.fault === 'limited') return send(reply, limited(retryAfter))
  if (isOverLimit(sandbox, hook)) return send(reply, limited({ 'retry-after': '1' }))
  if (fault?.fault === 'slow') await waited(SLOW_MS, sandbox.stopping)
  const taken = take(hook, secret, request.body)
  if (taken.answer.status < 300) keep(sandbox, hook, taken, request.body)
  return send(reply, { ...taken.answer, ...(fault?.fault === 'lost_answer' && { lost: true }) })
}

function isOverLimit(sandbox: Sandbox, hook: ChatHook): boolean {
  const { messages, ms } = services[hook.service].limit
  return (
    sandbox.limits &&
    sandbox.store.count('chat_message', { account: hook.id, since: sandbox.now() - ms }) >= messages
  )
}

function keep(sandbox: Sandbox, hook: ChatHook, { shown, mentions, problem }: Taken, payload: unknown): void {
  sandbox.store.put('chat_message', {
    id: sandbox.ids.file(),
    network: 'chat',
    account: hook.id,
    created_at: sandbox.now(),
    shown,
    mentions,
    ...(problem !== undefined && { problem }),
    payload,
  })
}

const waited = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    stopping.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
