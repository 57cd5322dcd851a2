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
} from '../http.ts'
import { notSent, reconnectNeeded, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'

/** Whose access a call is made with. */
export type Bearer = Pick<ConnectedAccount, 'token'>

/** Calls of LinkedIn's versioned API (networks.md 5.2), its upload addresses and its login. */
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
    /** To the address that LinkedIn names for an upload. It is signed by itself, so another host than LinkedIn's gets no access with it. */
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
    /** The login's calls, which name the app instead of a token. */
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

/** A URN as it stands in a path or a query. */
export const encodeUrn = (urn: string): string => encodeURIComponent(urn)

/** An ended version is nobody's fault who reads this: whoever runs the installation has to act, and is told what to do. */
const explainVersion = (reply: Reply): Reply =>
  reply.kind === 'answered' && reply.status === 426
    ? {
        ...reply,
        text: `LinkedIn has ended the version of its API that Galley asks for: set LINKEDIN_VERSION to a newer one (YYYYMM). ${reply.text}`,
      }
    : reply

const errorBody = z.object({ message: z.string().default(''), code: z.string().optional() })

/** LinkedIn counts its daily limits from midnight UTC and sends no Retry-After; asked more often than this, it only refuses more. */
const THROTTLE_MS = 15 * 60_000

/** What was uploaded is not usable yet: nothing was published, and preparing again finds out what it lacks. */
const notUsableYet = ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING', 'EXPIRED_UPLOAD_URL']
const unusable = ['MEDIA_ASSET_PROCESSING_FAILED', 'INVALID_IMAGE_ID', 'INVALID_VIDEO_ID']

/** What a refused call means (networks.md 5.3). An answer without LinkedIn's envelope decides nothing. */
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
  // A conflict with a write beside it: nothing was applied (networks.md 5.3, "retry once").
  if (status === 409 || notUsableYet.includes(error.code ?? '')) return notSent(text)
  if (unusable.includes(error.code ?? '')) return rejected(text, { reason: 'media_refused' })
  return status >= 400 ? rejected(text) : unknown(text)
}
