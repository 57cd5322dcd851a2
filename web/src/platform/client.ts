import type { Endpoint, Output, Request } from '#domain/kernel/endpoint.ts'
import { ApiError } from './api-error.ts'
import { endRefusedSession, renewToken } from './session.ts'
import { isExpiring, readToken, type StoredToken } from './token.ts'
import { type HttpRequest, send } from './transport.ts'

export { shareTag } from './transport.ts'

type Part<Name extends string, Sent> = [Sent] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Exclude<Sent, undefined> }

/** The input of a call: what its contract asks for, the files of a multipart form, and how to watch or abort it. */
export type CallInput<E extends Endpoint> = Part<'params', Request<E>['params']> &
  Part<'query', Request<E>['query']> &
  Part<'body', Request<E>['body']> & {
    readonly files?: Readonly<Record<string, readonly Blob[]>>
    readonly signal?: AbortSignal | undefined
    /** What the caller has from an earlier call: if the answer would be the same, the server sends nothing and this is returned. */
    readonly known?: object | undefined
    /** How much of the upload is sent, 0 to 1. */
    readonly onProgress?: (share: number) => void
  }

type Values = Readonly<Record<string, unknown>>

/** The contract's path with its parameters filled in, below `/api`. */
export const addressOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

const append = (form: FormData, name: string, value: unknown): void => {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) append(form, `${name}[${index}]`, item)
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner)
  } else form.append(name, String(value))
}

/** A multipart form with nested fields as `checkboxes[0][label]` (docs/product/api.md "Wire format"). */
export const formOf = (
  body: Values = {},
  files: Readonly<Record<string, readonly Blob[]>> = {},
): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) append(form, name, value)
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file)
  return form
}

const currentToken = async (): Promise<StoredToken | null> => {
  const stored = readToken()
  return stored && isExpiring(stored) ? renewToken(stored.token) : stored
}

const sendRenewing = async (request: Omit<HttpRequest, 'token'>): Promise<unknown> => {
  const stored = await currentToken()
  try {
    return await send({ ...request, token: stored?.token ?? null })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || stored === null) throw error
    if (error.code === 'account_blocked') {
      endRefusedSession(error)
      throw error
    }
    const renewed = await renewToken(stored.token)
    if (renewed === null) throw error
    return send({ ...request, token: renewed.token })
  }
}

/**
 * Calls an endpoint of the contract and returns its `data`. Sends the bearer token; after a 401 it renews the token and tries
 * once more, and if that fails ends the session. Throws ApiError.
 * @example await call(getPost, { params: { postId } })
 * @example await call(uploadMedia, { params: { projectId }, body: {}, files: { media: [file] }, onProgress })
 */
export const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Output<E>> =>
  (await sendCall(endpoint, input)) as Output<E>

/** The same for an endpoint whose answer is a file. */
export const callFile = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> =>
  (await sendCall(endpoint, input)) as Blob

const sendCall = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<unknown> => {
  const { params, query, body, files, signal, known, onProgress } = input as CallInput<Endpoint>
  return sendRenewing({
    method: endpoint.method,
    url: addressOf(endpoint.path, params as Values | undefined, query as Values | undefined),
    body: endpoint.files ? formOf(body as Values | undefined, files) : body,
    signal,
    isFile: endpoint.file !== undefined,
    known,
    onProgress,
  })
}
