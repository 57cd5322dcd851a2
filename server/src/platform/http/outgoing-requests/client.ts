import { AsyncLocalStorage } from 'node:async_hooks'
import type { z } from 'zod'
import { parseJson } from '#domain/kernel/json.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { describeSpan, inSpan } from '#server/platform/spans.ts'
import { redact } from './redact.ts'

/** A hundred times the longest expected list; protects our memory from a runaway answer. */
const LONGEST_ANSWER_BYTES = 16 * 1024 * 1024

export type AnsweredReply = {
  readonly kind: 'answered'
  readonly status: number
  /** Whether the status is 2xx. */
  readonly ok: boolean
  readonly headers: Headers
  /** The answer for people: status and body, shortened and without tokens. */
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

/**
 * The result of a call. `unreachable`: there was no connection, so nothing was applied. `lost`: it was or may have been sent, and no
 * complete answer came.
 */
export type Reply =
  | AnsweredReply
  | { readonly kind: 'unreachable'; readonly text: string }
  | { readonly kind: 'lost'; readonly text: string }

export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A stream is sent as it is read; its length must be in the headers. */
  readonly body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly timeoutMs: number
  /** The answer may be a URL-encoded form (OAuth 1.0a), whose fields are then in `json`. */
  readonly isFormAnswer?: boolean
}

/** Errors before a connection was established. Any other error, such as a reset, may occur after the network has read the call. */
const connectErrors = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

type Listener = (call: HttpCall, answer: AnsweredReply) => void
type CallContext = { readonly listener?: Listener; readonly isTooLate?: () => boolean }
const callContext = new AsyncLocalStorage<CallContext>()
const runWith = <T>(more: CallContext, work: () => Promise<T>): Promise<T> =>
  callContext.run({ ...callContext.getStore(), ...more }, work)

/**
 * Runs the work and reports every network answer within it. Any answer can have limits in its headers, and adapters should not have to
 * pass them on. Those who listened already hear them first.
 */
export const onAnswers = <T>(listener: Listener, work: () => Promise<T>): Promise<T> => {
  const outer = callContext.getStore()?.listener
  return runWith(
    {
      listener: (call, answer) => {
        outer?.(call, answer)
        listener(call, answer)
      },
    },
    work,
  )
}

/**
 * Runs the work, but makes no call when it is too late (`unreachable`), because another worker may make it by then. Checked at the last
 * moment, because a process can be frozen between any two lines.
 */
export const callUnlessTooLate = <T>(isTooLate: () => boolean, work: () => Promise<T>): Promise<T> =>
  runWith({ isTooLate }, work)

/**
 * Makes one HTTP request: never throws, never retries, never follows a redirect (which would send the call a second time). The timeout
 * covers the whole exchange.
 */
export const sendRequest = (call: HttpCall): Promise<Reply> => {
  const host = hostOf(call)
  const attributes = { 'http.request.method': call.method, 'server.address': host }
  return inSpan(`${call.method} ${host}`, { kind: 'CLIENT', attributes }, async () => {
    const reply = await exchange(call)
    describeSpan(
      reply.kind === 'answered'
        ? { 'http.response.status_code': reply.status }
        : { 'error.type': reply.kind },
    )
    return reply
  })
}

const hostOf = ({ url }: HttpCall): string => (URL.canParse(url) ? new URL(url).host : 'an invalid URL')

const exchange = async (call: HttpCall): Promise<Reply> => {
  const around = callContext.getStore()
  if (around?.isTooLate?.())
    return { kind: 'unreachable', text: 'Galley was delayed and did not make the call.' }
  try {
    const response = await fetch(call.url, {
      method: call.method,
      ...toFetchBody(call),
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs),
    })
    const body = await textOf(response)
    const { status, headers } = response
    const answer: AnsweredReply = {
      kind: 'answered',
      status,
      ok: response.ok,
      headers,
      text: redact(`HTTP ${status} ${body}`, call),
      json:
        parseJson(body) ?? (call.isFormAnswer ? Object.fromEntries(new URLSearchParams(body)) : undefined),
    }
    around?.listener?.(call, answer)
    return answer
  } catch (error) {
    const code = codeOf(error)
    const host = hostOf(call)
    return connectErrors.includes(code)
      ? { kind: 'unreachable', text: `No connection to ${host} (${code})` }
      : { kind: 'lost', text: `No answer from ${host} (${code})` }
  }
}

/** Whether the text of a reply says what the other host did: what delayed Galley itself is no answer. */
export const tellsOfHost = (text: string): boolean => /^(HTTP \d|No (connection to|answer from) )/.test(text)

/**
 * Headers and body for fetch. Texts and forms are sent as streams, because `fetch` repeats a call with a re-readable body by itself after
 * a 421 ("misdirected"), and these calls must not be made twice.
 */
const toFetchBody = ({ headers = {}, body }: HttpCall) => {
  if (body instanceof ReadableStream) return { headers, body, duplex: 'half' as const }
  if (typeof body !== 'string' && !(body instanceof URLSearchParams))
    return { headers, ...(body === undefined ? {} : { body }) }
  const bytes = new TextEncoder().encode(String(body))
  const type =
    body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain'
  return {
    headers: { 'content-type': type, ...headers, 'content-length': String(bytes.length) },
    body: new Blob([bytes]).stream(),
    duplex: 'half' as const,
  }
}

const textOf = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > LONGEST_ANSWER_BYTES) throw Object.assign(new Error(), { name: 'answer too long' })
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The body parsed by this schema, or null if it does not match. */
export const parseBody = <T extends z.ZodType>(reply: Reply, schema: T): z.output<T> | null => {
  if (reply.kind !== 'answered') return null
  const parsed = schema.safeParse(reply.json)
  return parsed.success ? parsed.data : null
}

/** Whether the answer is 2xx. */
export const isOk = (reply: Reply): reply is AnsweredReply & { readonly ok: true } =>
  reply.kind === 'answered' && reply.ok

/** The time of the answer by the network's clock, since ours may be wrong, in milliseconds since 1970. */
export const answeredAt = ({ headers }: AnsweredReply): number => {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? sharedClock.now().getTime() : date
}

/** `Retry-After` in milliseconds (seconds or a date), or null. */
export const retryAfterOf = (answer: AnsweredReply, now = answeredAt(answer)): number | null => {
  const value = answer.headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}

const codeOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string; errors?: { code?: string }[] } }
  // If both addresses of a host refuse, it is an AggregateError without its own code.
  return cause?.code ?? cause?.errors?.[0]?.code ?? name ?? 'unknown'
}
