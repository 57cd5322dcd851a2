import { z } from 'zod'
import type { ConnectedAccount, Outcome } from '#server/networks/network-adapter.ts'
import { isOwnHost } from '#server/networks/own-host.ts'
import {
  type AnsweredReply,
  type HttpCall,
  parseBody,
  type Reply,
  retryAfterOf,
  sendRequest,
} from '#server/platform/http/outgoing-requests/client.ts'
import { notSent, reconnectNeeded, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'

/** The access token of a call. */
export type Bearer = Pick<ConnectedAccount, 'token'>

/** Calls to LinkedIn's versioned API (docs/product/linkedin.md "Versions"), its upload URLs and its login. */
export const linkedinApi = (settings: NetworkSettings) => {
  const authorization = ({ token }: Bearer) => ({ authorization: `Bearer ${token.token}` })
  const versioned = (bearer: Bearer) => ({
    ...authorization(bearer),
    'linkedin-version': settings.linkedinVersion,
    'x-restli-protocol-version': '2.0.0',
  })
  const call = (wanted: Omit<HttpCall, 'timeoutMs'>, timeoutMs = settings.callTimeoutMs): Promise<Reply> =>
    sendRequest({ ...wanted, timeoutMs }).then(explainVersion)
  return {
    /** `path` below `/rest`; the URNs in it are encoded already. */
    get: (bearer: Bearer, path: string): Promise<Reply> =>
      call({ method: 'GET', url: `${settings.linkedinUrl}/rest/${path}`, headers: versioned(bearer) }),
    /** Paths below `/v2` have no version. */
    getUnversioned: (bearer: Bearer, path: string): Promise<Reply> =>
      call({ method: 'GET', url: `${settings.linkedinUrl}/v2/${path}`, headers: authorization(bearer) }),
    post: (bearer: Bearer, path: string, body: unknown, timeoutMs?: number): Promise<Reply> =>
      call(
        {
          method: 'POST',
          url: `${settings.linkedinUrl}/rest/${path}`,
          headers: { ...versioned(bearer), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        timeoutMs,
      ),
    /** Uploads to the URL that LinkedIn names. The URL is signed, so other hosts than LinkedIn's do not get the token. */
    upload: (bearer: Bearer, url: string, bytes: Buffer, family?: 'STILLIMAGE'): Promise<Reply> =>
      call({
        method: 'PUT',
        url,
        headers: {
          ...(isOwnHost(url, settings.linkedinUrl) ? authorization(bearer) : {}),
          'content-type': 'application/octet-stream',
          ...(family ? { 'media-type-family': family } : {}),
        },
        body: new Uint8Array(bytes),
      }),
    /** Calls of the login, which authenticate the app instead of an account. */
    login: (path: string, form: Readonly<Record<string, string>>): Promise<Reply> =>
      call({
        method: 'POST',
        url: `${settings.linkedinWebUrl}/oauth/v2/${path}`,
        body: new URLSearchParams({
          ...form,
          client_id: settings.linkedinClientId,
          client_secret: settings.linkedinClientSecret,
        }),
      }),
  }
}
export type LinkedinApi = ReturnType<typeof linkedinApi>

export const organizationUrn = ({ externalId }: Pick<ConnectedAccount, 'externalId'>): string =>
  `urn:li:organization:${externalId}`

/** A URN for a path or query. */
export const encodeUrn = (urn: string): string => encodeURIComponent(urn)

/** An expired API version is for the operator to fix, so the error says how. */
const explainVersion = (reply: Reply): Reply =>
  reply.kind === 'answered' && reply.status === 426
    ? {
        ...reply,
        text: `LinkedIn has ended the version of its API that Galley asks for: set LINKEDIN_VERSION to a newer one (YYYYMM). ${reply.text}`,
      }
    : reply

const errorBody = z.object({ message: z.string().default(''), code: z.string().optional() })

/** LinkedIn's daily limits reset at midnight UTC and come without Retry-After; asking more often than this would not help. */
const THROTTLE_MS = 15 * 60_000

/** The upload cannot be used yet: nothing was published, and preparing again resolves it. */
const notUsableYet = ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING', 'EXPIRED_UPLOAD_URL']
const unusable = ['MEDIA_ASSET_PROCESSING_FAILED', 'INVALID_IMAGE_ID', 'INVALID_VIDEO_ID']

/** What a refused call means (docs/product/linkedin.md "Errors"). An answer without LinkedIn's envelope proves nothing, so it is unknown. */
export const linkedinOutcome = (answer: AnsweredReply): Outcome => {
  const { text, status } = answer
  if (status === 429)
    return { ...notSent(text, retryAfterOf(answer) ?? THROTTLE_MS), reason: 'limit_reached' }
  if (status === 426) return rejected(text, { reason: 'app_misconfigured' })
  const error = parseBody(answer, errorBody)
  if (status >= 500 || status === 408 || !error) return unknown(text)
  if (status === 401) return reconnectNeeded(text)
  if (status === 403) return { ...reconnectNeeded(text), reason: 'permission_missing' }
  // "Content is a duplicate of urn:li:share:…": the earlier one may be this very post.
  if (status === 422 && /duplicate/i.test(error.message))
    return rejected(text, { reason: 'duplicate_refused', mayBeOurs: true })
  // A conflict with a concurrent write: nothing was applied (docs/product/linkedin.md "Errors").
  if (status === 409 || notUsableYet.includes(error.code ?? '')) return notSent(text)
  if (unusable.includes(error.code ?? '')) return rejected(text, { reason: 'media_refused' })
  return status >= 400 ? rejected(text) : unknown(text)
}
