import { z } from 'zod'
import { exchange, isOk, type Reply, read } from '../http.ts'
import type { Account, FirstComment, Outcome } from '../network.ts'
import { outcomeOf, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { judgeGraph } from './errors.ts'

/** Calls of the Graph API as one account. The token goes into a header, since addresses end up in logs. */
export const graph = (settings: NetworkSettings) => {
  const address = (path: string) => `${settings.graphUrl}/${path}`
  const headersOf = (account: Account) => ({ authorization: `Bearer ${account.token.token}` })
  return {
    get: (account: Account, path: string, query: Record<string, string>): Promise<Reply> =>
      exchange({
        method: 'GET',
        url: `${address(path)}?${new URLSearchParams(query)}`,
        headers: headersOf(account),
        timeoutMs: settings.callTimeoutMs,
      }),
    post: (
      account: Account,
      path: string,
      body: Record<string, string> | FormData,
      timeoutMs = settings.callTimeoutMs,
    ): Promise<Reply> =>
      exchange({
        method: 'POST',
        url: address(path),
        headers: headersOf(account),
        body: body instanceof FormData ? body : new URLSearchParams(body),
        timeoutMs,
      }),
  }
}
export type Graph = ReturnType<typeof graph>

const created = z.object({ id: z.string().min(1) })

/** The id of what a call created, or null. */
export const createdId = (reply: Reply): string | null =>
  isOk(reply) ? (read(reply, created)?.id ?? null) : null

/** The irreversible call's answer: an id is a live post, a success without one is nobody knows what. */
export const publishedBy = (reply: Reply, judge = judgeGraph): Outcome => {
  const externalId = createdId(reply)
  if (externalId) return { kind: 'published', externalId, permalink: null, response: reply.text }
  return outcomeOf(reply, answer => (isOk(answer) ? unknown(answer.text) : judge(answer)))
}

/** Comments work alike on posts and media. No `fields`: asking for them can fail after the comment exists (networks.md 3.6). */
export const commentThrough =
  (api: Graph) =>
  async (account: Account, externalId: string, text: string): Promise<FirstComment> => {
    const reply = await api.post(account, `${externalId}/comments`, { message: text })
    const id = createdId(reply)
    return id ? { kind: 'added', externalId: id } : { kind: 'not_added', response: reply.text }
  }

/** One field of a post or medium that holds its public address. */
export const permalinkThrough =
  (api: Graph, field: 'permalink' | 'permalink_url') =>
  async (account: Account, externalId: string): Promise<string | null> => {
    const reply = await api.get(account, externalId, { fields: field })
    return isOk(reply) ? (read(reply, z.object({ [field]: z.string() }))?.[field] ?? null) : null
  }

/** Clocks differ and times come in whole seconds: what is up to a minute older than the call may be its result. */
export const LOOK_BACK_MS = 60_000
