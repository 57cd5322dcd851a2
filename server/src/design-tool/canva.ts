import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { JOSEError } from 'jose/errors'
import { z } from 'zod'
import { sharedClock } from '#server/platform/clock.ts'
import {
  type AnsweredReply,
  type HttpCall,
  isOk,
  parseBody,
  type Reply,
  retryAfterOf,
  sendRequest,
} from '#server/platform/http/outgoing-requests/client.ts'
import type { DesignTool, ExportJob, OpenedDesign, ToolAccess, ToolRefusal } from './design-tool.ts'
import type { DesignToolSettings } from './settings.ts'

/** What creating, opening and exporting designs needs (docs/product/design-tool.md "Canva"). */
const scopes = ['design:content:read', 'design:content:write', 'design:meta:read']

/** Asymmetric ones only: a signature by our own secret must not count as Canva's. */
const algorithms = ['EdDSA', 'Ed25519', 'RS256', 'ES256']

/** Canva names no time to wait; a minute is how it counts. */
const DEFAULT_WAIT_SECONDS = 60

type Canva = {
  readonly settings: DesignToolSettings
  call(access: ToolAccess | null, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>
  login(path: string, form: Readonly<Record<string, string>>): Promise<Reply>
}

const canvaApi = (settings: DesignToolSettings): Canva => {
  const { apiUrl, clientId, clientSecret, callTimeoutMs: timeoutMs } = settings
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return {
    settings,
    call: (access, method, path, body) => {
      const headers: Record<string, string> = {
        ...(access && { authorization: `Bearer ${access.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const call: HttpCall = { method, url: `${apiUrl}/${path}`, headers, timeoutMs }
      return sendRequest(body === undefined ? call : { ...call, body: JSON.stringify(body) })
    },
    login: (path, form) =>
      sendRequest({
        method: 'POST',
        url: `${apiUrl}/oauth/${path}`,
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams(form),
        timeoutMs,
      }),
  }
}

/** The adapter for Canva's Connect API (docs/product/design-tool.md "Canva"). */
export const canvaDesignTool = (settings: DesignToolSettings): DesignTool => {
  const api = canvaApi(settings)
  const { clientId, callbackUrl, webUrl } = settings
  return {
    name: 'Canva',
    authorizationLink: ({ state, challenge }) => {
      const query = new URLSearchParams({
        code_challenge: challenge,
        code_challenge_method: 'S256',
        scope: scopes.join(' '),
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callbackUrl,
        state,
      })
      return `${webUrl}/oauth/authorize?${query.toString().replaceAll('+', '%20')}`
    },
    exchange: ({ code, verifier }) =>
      askForAccess(api, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: callbackUrl,
      }),
    renew: ({ refresh }) => askForAccess(api, { grant_type: 'refresh_token', refresh_token: refresh }),
    revoke: async ({ refresh }) => {
      await api.login('revoke', { token: refresh })
    },
    createDesign: async (access, { title, width, height }) => {
      const body = { type: 'type_and_asset', design_type: { type: 'custom', width, height }, title }
      return readDesign(await api.call(access, 'POST', 'designs', body))
    },
    getDesign: async (access, designId) =>
      readDesign(await api.call(access, 'GET', `designs/${encodeURIComponent(designId)}`), designId),
    withReturn: (editUrl, state) => {
      const url = new URL(editUrl)
      url.searchParams.set('correlation_state', state)
      return url.href
    },
    readReturn: signed => readReturn(api, signed),
    startExport: async (access, designId) => {
      const body = { design_id: designId, format: { type: 'png', pages: [1] } }
      return readExport(await api.call(access, 'POST', 'exports', body))
    },
    getExport: async (access, exportId) =>
      readExport(await api.call(access, 'GET', `exports/${encodeURIComponent(exportId)}`), exportId),
  }
}

const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
})

const askForAccess = async (
  api: Canva,
  form: Readonly<Record<string, string>>,
): Promise<{ kind: 'granted'; access: ToolAccess } | ToolRefusal> => {
  const reply = await api.login('token', form)
  if (!isOk(reply)) return refusalOf(reply)
  const answer = parseBody(reply, granted)
  // An unreadable answer may contain a token, so it is not shown.
  if (!answer) return { kind: 'refused', reason: 'down', response: 'Canva answered without an access token.' }
  const expiresAt = new Date(sharedClock.now().getTime() + answer.expires_in * 1000)
  return {
    kind: 'granted',
    access: { token: answer.access_token, refresh: answer.refresh_token, expiresAt },
  }
}

const design = z.object({
  design: z.object({ id: z.string().min(1), urls: z.object({ edit_url: z.url() }) }),
})

/** `requested`: the id that was requested; an answer about another design is no answer. */
const readDesign = (reply: Reply, requested?: string): OpenedDesign | ToolRefusal => {
  if (!isOk(reply)) return refusalOf(reply)
  const found = parseBody(reply, design)?.design
  if (!found || (requested !== undefined && found.id !== requested)) return unreadable(reply)
  return { kind: 'design', designId: found.id, editUrl: found.urls.edit_url }
}

const job = z.object({
  job: z.object({
    id: z.string().min(1),
    status: z.enum(['in_progress', 'success', 'failed']),
    urls: z.array(z.url()).optional(),
    error: z.object({ code: z.string(), message: z.string().default('') }).optional(),
  }),
})

/** For people; Canva's own messages are for programmers. */
const exportFailures: Readonly<Record<string, string>> = {
  license_required:
    'The design contains premium elements that are not paid for. Buy or remove them in the design tool, then try again.',
  approval_required:
    'The design needs the approval of a reviewer in the design tool before it can be exported.',
}
const anyExportFailure = 'The design tool could not export this design. Please try again.'

const readExport = (reply: Reply, requested?: string): ExportJob | ToolRefusal => {
  if (!isOk(reply)) return refusalOf(reply)
  const found = parseBody(reply, job)?.job
  if (!found || (requested !== undefined && found.id !== requested)) return unreadable(reply)
  const [url] = found.urls ?? []
  if (found.status === 'success' && url === undefined) return unreadable(reply)
  return { kind: 'export', exportId: found.id, state: exportState(found, url) }
}

const exportState = (
  { status, error }: z.output<typeof job>['job'],
  url: string | undefined,
): ExportJob['state'] => {
  if (status === 'failed')
    return { status: 'failed', reason: exportFailures[error?.code ?? ''] ?? anyExportFailure }
  return status === 'success' && url !== undefined ? { status: 'done', url } : { status: 'in_progress' }
}

const unreadable = (reply: AnsweredReply): ToolRefusal => ({
  kind: 'refused',
  reason: 'down',
  response: `Canva answered something else than was requested. ${reply.text}`,
})

const returned = z.object({ design_id: z.string().min(1), correlation_state: z.string().min(1) })
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const isReturn = (signed: string): boolean => {
  try {
    return returned.safeParse(decodeJwt(signed)).success
  } catch (error) {
    if (error instanceof JOSEError) return false
    throw error
  }
}

const readReturn = async (api: Canva, signed: string): ReturnType<DesignTool['readReturn']> => {
  // What cannot be a return is not worth a call.
  if (!isReturn(signed)) return null
  const reply = await api.call(null, 'GET', 'connect/keys')
  if (!isOk(reply)) return refusalOf(reply)
  const keys = parseBody(reply, keySet)
  if (!keys) return unreadable(reply)
  try {
    const { payload } = await jwtVerify(signed, createLocalJWKSet(keys as JSONWebKeySet), {
      audience: api.settings.clientId,
      algorithms,
      clockTolerance: 60,
      currentDate: sharedClock.now(),
    })
    const said = returned.safeParse(payload)
    return said.success
      ? { kind: 'return', designId: said.data.design_id, state: said.data.correlation_state }
      : null
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}

/** The codes of an access that no longer works, and of a code or refresh token that never will. */
const ended = ['invalid_access_token', 'revoked_access_token', 'invalid_grant']
const failed = z.object({ code: z.string().optional(), error: z.string().optional() })

const refusalOf = (reply: Reply): ToolRefusal => {
  const refused = (reason: ToolRefusal['reason'], wait?: number): ToolRefusal => ({
    kind: 'refused',
    reason,
    response: reply.text,
    ...(wait === undefined ? {} : { wait }),
  })
  if (reply.kind !== 'answered' || reply.status >= 500 || reply.ok) return refused('down')
  const said = parseBody(reply, failed)
  const code = said?.code ?? said?.error ?? ''
  if (reply.status === 429)
    return refused('busy', Math.ceil((retryAfterOf(reply) ?? DEFAULT_WAIT_SECONDS * 1000) / 1000))
  if (ended.includes(code) || (reply.status === 401 && code !== 'invalid_client'))
    return refused('unauthorized')
  const isMissing = reply.status === 404 || code === 'permission_denied'
  return refused(isMissing ? 'missing' : 'refused')
}
