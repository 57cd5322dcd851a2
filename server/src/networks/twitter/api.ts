import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type AnsweredReply, exchange, type Reply, read, retryAfterOf } from '../http.ts'
import type { Account, Outcome } from '../network.ts'
import { notSent, reconnectNeeded, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { authorizationOf } from './oauth.ts'

/** Signed calls of X's v2 API as one user. */
export const twitterApi = (settings: NetworkSettings) => {
  const authorize = (account: Account, method: string, url: string) =>
    authorizationOf(
      { method, url, nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(Date.now() / 1000) },
      {
        consumerKey: settings.xConsumerKey,
        consumerSecret: settings.xConsumerSecret,
        token: account.token.token,
        tokenSecret: account.token.secret ?? '',
      },
    )
  return {
    get: (account: Account, path: string, query: Record<string, string>): Promise<Reply> => {
      const url = `${settings.xUrl}/2/${path}?${new URLSearchParams(query)}`
      const headers = { authorization: authorize(account, 'GET', url) }
      return exchange({ method: 'GET', url, headers, timeoutMs: settings.callTimeoutMs })
    },
    post: (
      account: Account,
      path: string,
      body: FormData | Record<string, unknown>,
      timeoutMs = settings.callTimeoutMs,
    ): Promise<Reply> => {
      const url = `${settings.xUrl}/2/${path}`
      const authorization = authorize(account, 'POST', url)
      if (body instanceof FormData)
        return exchange({ method: 'POST', url, headers: { authorization }, body, timeoutMs })
      const headers = { authorization, 'content-type': 'application/json' }
      return exchange({ method: 'POST', url, headers, body: JSON.stringify(body), timeoutMs })
    },
  }
}
export type TwitterApi = ReturnType<typeof twitterApi>

/** A v2 problem object, the older list of coded errors, or both. */
const errorBody = z.object({
  detail: z.string().default(''),
  type: z.string().default(''),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).default([]),
})

/** Bad timestamp: our clock, for the moment. */
const BAD_TIMESTAMP = 135
const lostAccess = /unsupported-authentication|client-forbidden|not-authorized-for-resource/

/** What a refused call means (networks.md 6.4). An answer that is no JSON decides nothing. */
export const judgeTwitter = (answer: AnsweredReply): Outcome => {
  const { text, status } = answer
  const error = read(answer, errorBody)
  if (status === 429) return notSent(text, retryAfterOf(answer) ?? untilReset(answer))
  if (status >= 500 || status === 408 || !error) return unknown(text)
  if (error.errors.some(({ code }) => code === BAD_TIMESTAMP)) return notSent(text)
  if (status === 401 || lostAccess.test(error.type)) return reconnectNeeded(text)
  const isDuplicate = /duplicate content/i.test(error.detail) || error.errors.some(({ code }) => code === 187)
  if (isDuplicate) return rejected(text, { mayBeOurs: true })
  return status >= 400 ? rejected(text) : unknown(text)
}

/** `x-rate-limit-reset` is in seconds since 1970. */
const untilReset = ({ headers }: AnsweredReply): number | null => {
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN)
  return Number.isFinite(reset) ? Math.max(reset * 1000 - Date.now(), 0) : null
}
