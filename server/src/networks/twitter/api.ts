import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ConnectedAccount, Outcome, Preparation } from '#server/networks/network-adapter.ts'
import { sharedClock } from '#server/platform/clock.ts'
import {
  type AnsweredReply,
  answeredAt,
  type HttpCall,
  isOk,
  parseBody,
  type Reply,
  retryAfterOf,
  sendRequest,
} from '#server/platform/http/outgoing-requests/client.ts'
import { notSent, outcomeOf, preparationOf, reconnectNeeded, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { authorizationOf } from './oauth.ts'
import { isBadTimestamp, withTheirClock } from './their-clock.ts'

type LoginToken = { readonly token: string; readonly secret: string }

/** Signed calls to X's v2 API as one user, and to its login. `now`: X refuses what is signed with another time than its own. */
export const twitterApi = (settings: NetworkSettings, now = sharedClock.now) => {
  const app = { consumerKey: settings.xConsumerKey, consumerSecret: settings.xConsumerSecret }
  const authorize = (
    at: Date,
    request: { method: string; url: string; extra?: Record<string, string> },
    signer: LoginToken | null,
  ) =>
    authorizationOf(
      { ...request, nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(at.getTime() / 1000) },
      { ...app, ...(signer && { token: signer.token, tokenSecret: signer.secret }) },
    )
  const send = (
    { token }: ConnectedAccount,
    { headers = {}, ...call }: Omit<HttpCall, 'timeoutMs'> & { timeoutMs?: number },
  ): Promise<Reply> =>
    withTheirClock(settings, now, at => {
      const authorization = authorize(at, call, { token: token.token, secret: token.secret ?? '' })
      const timeoutMs = settings.callTimeoutMs
      return sendRequest({ timeoutMs, ...call, headers: { ...headers, authorization } })
    })
  return {
    /** A call of the OAuth 1.0a login, signed by the app and by the request token if there is one. The answer is a form. */
    login: (step: string, extra: Record<string, string>, token?: LoginToken): Promise<Reply> =>
      withTheirClock(settings, now, at => {
        const url = `${settings.xUrl}/oauth/${step}`
        const authorization = authorize(at, { method: 'POST', url, extra }, token ?? null)
        const timeoutMs = settings.callTimeoutMs
        return sendRequest({ method: 'POST', url, headers: { authorization }, timeoutMs, isFormAnswer: true })
      }),
    /** Revokes the account's access for the whole app. */
    giveBack: (account: ConnectedAccount): Promise<Reply> =>
      send(account, { method: 'POST', url: `${settings.xUrl}/1.1/oauth/invalidate_token.json` }),
    get: (account: ConnectedAccount, path: string, query: Record<string, string>): Promise<Reply> =>
      send(account, { method: 'GET', url: `${settings.xUrl}/2/${path}?${new URLSearchParams(query)}` }),
    post: (
      account: ConnectedAccount,
      path: string,
      body: FormData | Record<string, unknown>,
      timeoutMs = settings.callTimeoutMs,
    ): Promise<Reply> => {
      const call = { method: 'POST', url: `${settings.xUrl}/2/${path}`, timeoutMs } as const
      if (body instanceof FormData) return send(account, { ...call, body })
      const headers = { 'content-type': 'application/json' }
      return send(account, { ...call, headers, body: JSON.stringify(body) })
    },
  }
}
export type TwitterApi = ReturnType<typeof twitterApi>

/** A v2 problem object, the older list of coded errors, or both. */
const errorBody = z.object({
  title: z.string().default(''),
  detail: z.string().default(''),
  type: z.string().default(''),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).default([]),
})

/** Codes of the older list. 64, 326: suspended or locked. 453: the app's access level is too low. */
const RATE_LIMITED = 88
const DUPLICATE = 187
const RESTRICTED = [64, 326]
const NOT_IN_THE_PLAN = 453

const lostAccess = /not-authorized-for-resource/
const appTrouble = /unsupported-authentication|client-forbidden|oauth1-permissions/

/** What a refused call means (docs/product/twitter.md "Errors"). An answer that is not JSON proves nothing, so it is unknown. */
export const twitterOutcome = (answer: AnsweredReply): Outcome => {
  const { text, status } = answer
  const error = parseBody(answer, errorBody)
  const has = (...codes: number[]) => error?.errors.some(({ code }) => code && codes.includes(code)) ?? false
  if (status === 429 || has(RATE_LIMITED) || isOutOfCredits(answer))
    return { ...notSent(text, limitWaitOf(answer)), reason: 'limit_reached' }
  // X's edge refuses too large uploads without a body.
  if (status === 413) return rejected(text, { reason: 'media_refused' })
  if (status >= 500 || status === 408 || !error) return unknown(text)
  if (isBadTimestamp(answer)) return notSent(text)
  if (appTrouble.test(error.type) || has(NOT_IN_THE_PLAN))
    return rejected(text, { reason: 'app_misconfigured' })
  if (lostAccess.test(error.type)) return { ...reconnectNeeded(text), reason: 'permission_missing' }
  if (has(...RESTRICTED)) return rejected(text, { reason: 'account_restricted' })
  if (status === 401) return reconnectNeeded(text)
  if (/duplicate content/i.test(error.detail) || has(DUPLICATE))
    return rejected(text, { reason: 'duplicate_refused', mayBeOurs: true })
  if (error.errors.some(({ message = '' }) => /media ids are invalid/i.test(message)))
    return rejected(text, { reason: 'media_refused' })
  // A video may be taken and still be longer than this user may post.
  if (status === 403 && /video duration/i.test(error.detail))
    return rejected(text, { reason: 'media_refused' })
  if (status === 403 && /not permitted to perform this action/i.test(error.detail))
    return rejected(text, { reason: 'not_permitted' })
  return status >= 400 ? rejected(text) : unknown(text)
}

/** What a refused upload means. Nothing is public yet, and the refusal is about the file. */
export const uploadFailure = (answer: Reply): Preparation => {
  const outcome = outcomeOf(answer, answered =>
    isOk(answered) ? notSent(answered.text) : twitterOutcome(answered),
  )
  const isAboutFile = outcome.kind === 'rejected' && outcome.reason === 'rejected'
  return preparationOf(isAboutFile ? { ...outcome, reason: 'media_refused' } : outcome)
}

/** Credits come back by a person's payment or with the next month. */
const CREDITS_MS = 6 * 3_600_000

/** The limits of a day, of the app and of the user, and the one of 15 minutes, by the names of their headers. */
const limitHeaders = ['x-app-limit-24hour', 'x-user-limit-24hour', 'x-rate-limit']

/** The limit that is used up; undefined: the answer names none. */
const usedUpLimit = ({ headers }: AnsweredReply): string | undefined =>
  limitHeaders.find(name => headers.get(`${name}-remaining`) === '0')

/** Whether it is money that is used up, not calls: calls are left all the same, or the answer says so. */
const isOutOfCredits = (answer: AnsweredReply): boolean => {
  const error = parseBody(answer, errorBody)
  if (answer.status !== 429 && answer.status !== 403) return false
  const areCallsLeft = usedUpLimit(answer) === undefined && answer.headers.has('x-rate-limit-remaining')
  if (areCallsLeft && answer.status === 429) return true
  return /usage-capped|credits/i.test(`${error?.type} ${error?.title} ${error?.detail}`)
}

/** How long a limit lasts in milliseconds; null if no header says so. The time at which a limit ends is in seconds since 1970. */
export const limitWaitOf = (answer: AnsweredReply): number | null => {
  if (isOutOfCredits(answer)) return CREDITS_MS
  const after = retryAfterOf(answer)
  if (after !== null) return after
  const header = answer.headers.get(`${usedUpLimit(answer) ?? 'x-rate-limit'}-reset`)
  const reset = header === null ? Number.NaN : Number(header)
  return Number.isFinite(reset) ? Math.max(reset * 1000 - answeredAt(answer), 0) : null
}
