import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type {
  ConnectedAccount,
  FirstComment,
  LookUpResult,
  Outcome,
} from '#server/networks/network-adapter.ts'
import { isOwnHost } from '#server/networks/own-host.ts'
import { isOk, parseBody, type Reply, sendRequest } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell, outcomeOf, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { graphOutcome } from './errors.ts'

/** Something with a token: an account, or a person who is connecting one. */
export type Bearer = Pick<ConnectedAccount, 'token'>
type Params = Readonly<Record<string, string>>

/**
 * Calls to the Graph API. The token is sent in a header, because URLs end up in logs, together with the app secret proof if there is a
 * secret (docs/product/facebook.md "Tokens").
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: small methods that share the settings
export const graph = (settings: NetworkSettings) => {
  const address = (path: string) => `${settings.graphUrl}/${path}`
  const headersOf = ({ token }: Bearer) => ({ authorization: `Bearer ${token.token}` })
  const proofOf = ({ token }: Bearer): Params =>
    settings.facebookAppSecret === ''
      ? {}
      : {
          appsecret_proof: createHmac('sha256', settings.facebookAppSecret).update(token.token).digest('hex'),
        }
  const bodyOf = (bearer: Bearer, body: Params | FormData) => {
    if (!(body instanceof FormData)) return new URLSearchParams({ ...body, ...proofOf(bearer) })
    for (const [name, value] of Object.entries(proofOf(bearer))) body.set(name, value)
    return body
  }
  return {
    get: (bearer: Bearer, path: string, query: Params): Promise<Reply> =>
      sendRequest({
        method: 'GET',
        url: `${address(path)}?${new URLSearchParams({ ...query, ...proofOf(bearer) })}`,
        headers: headersOf(bearer),
        timeoutMs: settings.callTimeoutMs,
      }),
    post: (
      bearer: Bearer,
      path: string,
      body: Params | FormData,
      timeoutMs = settings.callTimeoutMs,
    ): Promise<Reply> =>
      sendRequest({
        method: 'POST',
        url: address(path),
        headers: headersOf(bearer),
        body: bodyOf(bearer, body),
        timeoutMs,
      }),
    /** Uploads bytes to a URL that Meta returned (`rupload`), which expects the token in a different form. */
    upload: async (
      { token }: Bearer,
      url: string,
      headers: Params,
      bytes: { readonly stream: ReadableStream<Uint8Array>; readonly length: number },
    ): Promise<Reply> => {
      if (!isOwnHost(url, settings.graphUrl))
        return {
          kind: 'unreachable',
          text: 'The upload URL is not on a host of Meta, so Galley did not call it.',
        }
      return sendRequest({
        method: 'POST',
        url,
        headers: {
          ...headers,
          authorization: `OAuth ${token.token}`,
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
        },
        body: bytes.stream,
        timeoutMs: settings.callTimeoutMs,
      })
    },
    /** Calls as the app itself, without a user's token. */
    getAsApp: (path: string, query: Params): Promise<Reply> =>
      sendRequest({
        method: 'GET',
        url: `${address(path)}?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${settings.facebookAppId}|${settings.facebookAppSecret}` },
        timeoutMs: settings.callTimeoutMs,
      }),
  }
}
export type Graph = ReturnType<typeof graph>

const created = z.object({ id: z.string().min(1) })

/** The id of what a call created, or null. */
export const createdId = (reply: Reply): string | null =>
  isOk(reply) ? (parseBody(reply, created)?.id ?? null) : null

/** The outcome of the irreversible call: an id means a live post, a success without an id is unknown. */
export const publishOutcome = (reply: Reply, judge = graphOutcome): Outcome => {
  const externalId = createdId(reply)
  if (externalId) return { kind: 'published', externalId, permalink: null, response: reply.text }
  return outcomeOf(reply, answer => (isOk(answer) ? unknown(answer.text) : judge(answer)))
}

/** Comments work alike on posts and media. Requesting `fields` can fail after the comment exists (docs/product/facebook.md "Comments"). */
export const commentAdder =
  (api: Graph) =>
  async (account: ConnectedAccount, externalId: string, text: string): Promise<FirstComment> => {
    const reply = await api.post(account, `${externalId}/comments`, { message: text })
    const id = createdId(reply)
    if (id) return { kind: 'added', externalId: id }
    const outcome = outcomeOf(reply, answer => (isOk(answer) ? unknown(answer.text) : graphOutcome(answer)))
    if (outcome.kind === 'not_sent' || outcome.kind === 'unknown') return outcome
    return { kind: 'not_added', response: outcome.response }
  }

const commentList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      text: z.string().optional(),
      from: z.object({ id: z.string() }).optional(),
    }),
  ),
  paging: z.object({ next: z.string().optional() }).optional(),
})

/** Looks for a text among the account's own comments. Facebook calls it `message`, Instagram `text`; the author may be missing. */
export const commentFinder =
  (
    api: Graph,
    field: 'message' | 'text',
    isSame = (readBack: string, text: string) => readBack.trim() === text.trim(),
  ) =>
  async (account: ConnectedAccount, externalId: string, text: string): Promise<LookUpResult> => {
    const reply = await api.get(account, `${externalId}/comments`, {
      fields: `id,from,${field}`,
      limit: '50',
    })
    const found = isOk(reply) ? parseBody(reply, commentList) : null
    if (!found) return cannotTell(reply)
    const ours = found.data.find(
      ({ from, [field]: said = '' }) =>
        (from === undefined || from.id === account.externalId) && isSame(said, text),
    )
    if (ours) return { kind: 'present', externalId: ours.id, permalink: null }
    // Among more comments than one page holds, it may be on another one.
    return found.paging?.next ? cannotTell(reply) : { kind: 'absent' }
  }

/** Reads a post's public URL from this field. */
export const permalinkFinder =
  (api: Graph, field: 'permalink' | 'permalink_url') =>
  async (account: ConnectedAccount, externalId: string): Promise<string | null> => {
    const reply = await api.get(account, externalId, { fields: field })
    return isOk(reply) ? (parseBody(reply, z.object({ [field]: z.string() }))?.[field] ?? null) : null
  }
