import { AsyncLocalStorage } from 'node:async_hooks'
import type { z } from 'zod'
import { redact } from './redact.ts'

/** The longest list that is asked for is a hundredth of it; a network gone mad must not fill the memory. */
const LONGEST_ANSWER_BYTES = 16 * 1024 * 1024

export type AnsweredReply = {
  readonly kind: 'answered'
  readonly status: number
  /** Whether the status is 2xx. */
  readonly ok: boolean
  readonly headers: Headers
  /** The answer for people: status and body, cut and without tokens. */
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
}

/**
 * What came back. `unreachable`: no connection was made, so nothing was applied. `lost`: it was sent, or may have been, and no whole
 * answer came.
 */
export type Reply =
  | AnsweredReply
  | { readonly kind: 'unreachable'; readonly text: string }
  | { readonly kind: 'lost'; readonly text: string }

export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A stream goes out as it is read; its length belongs into the headers. */
  readonly body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly timeoutMs: number
  /** The answer may be a url-encoded form (OAuth 1.0a): its fields are then in `json`. */
  readonly isFormAnswer?: boolean
}

/** Failures before a connection stood. Everything else, a reset above all, may come after the network has read the call. */
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
 * Runs the work and tells every answer that a network gives in it: limits stand in the headers of any call, and no adapter should have
 * to hand them through.
 */
export const onAnswers = <T>(listener: Listener, work: () => Promise<T>): Promise<T> =>
  runWith({ listener }, work)

/**
 * Runs the work; a call that it would begin when it is too late is not made (`unreachable`). For calls that somebody else may make by
 * then: asked at the last moment, because a process can be frozen between any two lines.
 */
export const callUnlessTooLate = <T>(isTooLate: () => boolean, work: () => Promise<T>): Promise<T> =>
  runWith({ isTooLate }, work)

/** Milliseconds since it was made. By two clocks: the one stands still while the machine sleeps, the other may be set back. */
export const startTimer = (): (() => number) => {
  const [begun, at] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - begun, Date.now() - at)
}

/**
 * One HTTP exchange: never throws, never repeats, never follows a redirect (which would send the call a second time). The time limit
 * holds from the first byte sent to the last received.
 */
export const sendRequest = async (call: HttpCall): Promise<Reply> => {
  const around = callContext.getStore()
  if (around?.isTooLate?.()) return { kind: 'unreachable', text: 'Galley was held up, and did not call.' }
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
    const host = URL.canParse(call.url) ? new URL(call.url).host : 'an address that is none'
    return connectErrors.includes(code)
      ? { kind: 'unreachable', text: `No connection to ${host} (${code})` }
      : { kind: 'lost', text: `No answer from ${host} (${code})` }
  }
}

/**
 * Headers and body. Texts and forms go out as streams: what can be read again, `fetch` sends a second time by itself where the answer is
 * 421 ("misdirected"), and these are the calls that must not be made twice.
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

/** The body in this shape, or null when it has another. */
export const parseBody = <T extends z.ZodType>(reply: Reply, schema: T): z.output<T> | null => {
  if (reply.kind !== 'answered') return null
  const parsed = schema.safeParse(reply.json)
  return parsed.success ? parsed.data : null
}

/** Whether the call was answered with 2xx. */
export const isOk = (reply: Reply): reply is AnsweredReply & { readonly ok: true } =>
  reply.kind === 'answered' && reply.ok

/** When it was answered by the network's own clock, since ours may be wrong: milliseconds since 1970. */
export const answeredAt = ({ headers }: AnsweredReply): number => {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
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
  // Both addresses of one name refused: an AggregateError without a code of its own.
  return cause?.code ?? cause?.errors?.[0]?.code ?? name ?? 'unknown'
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
