import { z } from 'zod'
import { type AnsweredReply, exchange, type Reply, read, retryAfterOf } from '../http.ts'
import type { Account, Outcome } from '../network.ts'
import { notSent, reconnectNeeded, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'

/** Calls of LinkedIn's versioned API as one organization (networks.md 5.2). */
export const linkedinApi = (settings: NetworkSettings) => {
  const headersOf = (account: Account) => ({
    authorization: `Bearer ${account.token.token}`,
    'linkedin-version': settings.linkedinVersion,
    'x-restli-protocol-version': '2.0.0',
  })
  return {
    get: (account: Account, path: string): Promise<Reply> =>
      exchange({
        method: 'GET',
        url: `${settings.linkedinUrl}/rest/${path}`,
        headers: headersOf(account),
        timeoutMs: settings.callTimeoutMs,
      }),
    post: (
      account: Account,
      path: string,
      body: unknown,
      timeoutMs = settings.callTimeoutMs,
    ): Promise<Reply> =>
      exchange({
        method: 'POST',
        url: `${settings.linkedinUrl}/rest/${path}`,
        headers: { ...headersOf(account), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
      }),
    /** To the address that LinkedIn names for an upload. */
    upload: (account: Account, url: string, bytes: Buffer): Promise<Reply> =>
      exchange({
        method: 'PUT',
        url,
        headers: {
          authorization: `Bearer ${account.token.token}`,
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(bytes),
        timeoutMs: settings.callTimeoutMs,
      }),
  }
}
export type LinkedinApi = ReturnType<typeof linkedinApi>

export const organizationUrn = (account: Account): string => `urn:li:organization:${account.externalId}`

const errorBody = z.object({ message: z.string().default(''), code: z.string().optional() })

/** LinkedIn counts its daily limits from midnight UTC and sends no Retry-After; asked more often than this, it only refuses more. */
const THROTTLE_MS = 15 * 60_000

/** What a refused call means (networks.md 5.3). An answer without LinkedIn's envelope decides nothing. */
export const judgeLinkedin = (answer: AnsweredReply): Outcome => {
  const { text, status } = answer
  const error = read(answer, errorBody)
  if (status === 429) return notSent(text, retryAfterOf(answer) ?? THROTTLE_MS)
  if (status >= 500 || status === 408 || !error) return unknown(text)
  if (status === 401 || status === 403) return reconnectNeeded(text)
  // "Content is a duplicate of urn:li:share:…": the earlier one may be this very post.
  if (status === 422 && /duplicate/i.test(error.message)) return rejected(text, { mayBeOurs: true })
  // A conflict with a write beside it: nothing was applied (networks.md 5.3, "retry once").
  if (status === 409) return notSent(text)
  return status >= 400 ? rejected(text) : unknown(text)
}
