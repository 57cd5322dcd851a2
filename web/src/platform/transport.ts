import { parseJson } from '#domain/kernel/json.ts'
import { errorOf, unreachable } from './api-error.ts'

/** One HTTP request below `/api`, ready to send. */
export type HttpRequest = {
  readonly method: string
  readonly url: string
  readonly token: string | null
  /** A FormData is sent as multipart, anything else as JSON; undefined: no body. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** The answer is a file, which is returned as it is. */
  readonly isFile?: boolean
  /** The data of an earlier answer, to be returned if it is still the same. */
  readonly known?: object | undefined
  /** How much of the body is sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** Says that characters were taken out of what the person wrote, here or by the server. An event of the window, since toasts are loaded later. */
export const signalCharactersRemoved = (): boolean => dispatchEvent(new Event('removed-characters'))

type HttpAnswer = {
  readonly status: number
  readonly text: string
  readonly etag: string | null
  /** `Retry-After`, in seconds. */
  readonly wait?: number | undefined
  readonly file?: Blob
}

/** The tags of answers, by their data; data that was changed afterwards is another object and has none. */
const tags = new WeakMap<object, string>()

/** Says that `to` has the same content as the answer `from`. */
export const shareTag = (from: object, to: object): void => {
  const tag = tags.get(from)
  if (tag !== undefined) tags.set(to, tag)
}

const hexadecimal = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Begins the call's trace, in the form of W3C's Trace Context; whether it is kept is the server's to say (docs/guides/monitoring.md "Traces"). */
const traceParent = (): string => `00-${hexadecimal(16)}-${hexadecimal(8)}-01`

const headersOf = ({ token, body, known }: HttpRequest): Record<string, string> => ({
  Accept: 'application/json',
  traceparent: traceParent(),
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
  ...(known && tags.has(known) ? { 'If-None-Match': tags.get(known) ?? '' } : {}),
})

const payloadOf = ({ body }: HttpRequest): FormData | string | null => {
  if (body === undefined) return null
  return body instanceof FormData ? body : JSON.stringify(body)
}

const byFetch = async (request: HttpRequest): Promise<HttpAnswer> => {
  const { method, url, signal, isFile } = request
  const answer = await fetch(url, {
    method,
    headers: headersOf(request),
    body: payloadOf(request),
    ...(signal ? { signal } : {}),
  })
  const { status } = answer
  if (isFile && status === 200) return { status, text: '', etag: null, file: await answer.blob() }
  if (answer.headers.has('removed-characters')) signalCharactersRemoved()
  const wait = Number(answer.headers.get('retry-after')) || undefined
  return { status, text: await answer.text(), etag: answer.headers.get('etag'), wait }
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
const byXhr = (request: HttpRequest): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.url)
    for (const [name, value] of Object.entries(headersOf(request))) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = event => {
      if (event.lengthComputable) request.onProgress?.(event.loaded / event.total)
    }
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText, etag: null })
    xhr.onerror = () => reject(new TypeError('network error'))
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(payloadOf(request))
  })

/** A file of ours, whole between its quotes: `/media/{32 hexadecimal digits}/{size}` after the address of some host, and a signature for somebody without a session. */
const ownFiles =
  /"https?:\/\/[^"/\\]+(\/media\/[0-9a-f]{32}\/(?:small|medium|original)(?:\?until=\d+&signature=[\w-]+)?")/g

/**
 * Pictures are fetched from the host that the page came from, where the browser has the cookie for them: Galley may be open under another
 * name than its public address, such as localhost.
 */
const withOwnFilesHere = (text: string): string => text.replace(ownFiles, '"$1')

/** Sends the request and returns the response's `data`. Throws ApiError, or an AbortError when the signal fired. */
export const send = async (request: HttpRequest): Promise<unknown> => {
  let answer: HttpAnswer
  try {
    answer = await (request.onProgress ? byXhr(request) : byFetch(request))
  } catch (error) {
    // What `fetch` throws when the network fails; a cancelled request goes on as an AbortError.
    if (error instanceof TypeError) throw unreachable()
    throw error
  }
  if (answer.status === 304) return request.known
  if (answer.file) return answer.file
  const body = parseJson(withOwnFilesHere(answer.text)) ?? null
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer.status, body, answer.wait)
  const data = (body as { data?: unknown } | null)?.data
  if (answer.etag !== null && typeof data === 'object' && data !== null) tags.set(data, answer.etag)
  return data
}
