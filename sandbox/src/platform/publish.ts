import type { FastifyReply } from 'fastify'
import type { Fault, Post, SocialNetwork } from './model.ts'
import type { HttpReply, Sandbox } from './sandbox.ts'

/** How one network reports the failures that every network can have. */
export type NetworkFailures = {
  serverError: () => HttpReply
  rateLimited: (retryAfter: number | undefined) => HttpReply
  /** Of a network that charges for its calls. */
  outOfCredits?: () => HttpReply
  expired: () => HttpReply
  revoked: () => HttpReply
}

export type Publish = {
  network: SocialNetwork
  account: string
  failures: NetworkFailures
  /** Throws the network's refusal. Runs again before the post is stored, since another post may arrive while a fault delays this one. */
  check: () => void
  /** Stores the post (within a transaction) and returns the success answer. */
  store: () => { post: Post; answer: HttpReply }
}

/** Sends an answer, or cuts the connection if a fault loses it. */
export function send(reply: FastifyReply, answer: HttpReply): FastifyReply {
  if (answer.lost) {
    reply.hijack()
    reply.raw.socket?.destroy()
    return reply
  }
  reply.code(answer.status).headers(answer.headers ?? {})
  return answer.body === undefined ? reply.send() : reply.send(answer.body)
}

/**
 * The irreversible call. Every network's publish ends here, so that each fault means the same on all of them and
 * every call is counted, including those whose caller never learns the outcome.
 */
export async function publish(sandbox: Sandbox, call: Publish): Promise<HttpReply> {
  call.check()
  const fault = sandbox.faults.takeForPublish(call.network, call.account)
  if (fault) await sandbox.faults.delay(fault, sandbox.stopping)
  const refusal = fault && failureInstead(fault, call.failures)
  if (fault && refusal) {
    record(sandbox, call, { outcome: 'refused', fault: fault.fault })
    return refusal
  }
  const { post, answer } = sandbox.store.transaction(() => {
    call.check()
    const stored = call.store()
    const outcome = { outcome: 'stored', object: stored.post.id, ...(fault && { fault: fault.fault }) }
    record(sandbox, call, outcome)
    return stored
  })
  if (fault?.fault === 'lost_answer') return { ...answer, lost: true }
  if (fault?.fault === 'error_after') return call.failures.serverError()
  if (fault?.fault === 'malformed') {
    return { status: answer.status, body: `<html><body>Something went wrong${post.id.slice(0, 4)}` }
  }
  return answer
}

function failureInstead(fault: Fault, failures: NetworkFailures): HttpReply | undefined {
  if (fault.fault === 'error_before') return failures.serverError()
  if (fault.fault === 'rate_limited') return failures.rateLimited(fault.retry_after)
  if (fault.fault === 'out_of_credits') return failures.outOfCredits?.() ?? failures.rateLimited(undefined)
  if (fault.fault === 'expired') return failures.expired()
  if (fault.fault === 'revoked') return failures.revoked()
  return undefined
}

function record(
  sandbox: Sandbox,
  call: Publish,
  outcome: { outcome: string; fault?: string; object?: string },
) {
  const { network, account } = call
  sandbox.store.put('publish_call', {
    id: sandbox.ids.file(),
    network,
    account,
    created_at: sandbox.now(),
    ...outcome,
  })
}
