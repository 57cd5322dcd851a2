import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { version } from '#server/platform/version.ts'

// The few spans of a trace are written by hand (decision 147). Without an SDK, which `start-tracing.ts` loads, all of this does nothing.
// Attributes are ids, names of calls and networks, and codes: never a text, a token or an address with a query.

/** Where a span stands in its trace, in the form of W3C's `traceparent`: kept with a job or a publication until it is worked on. */
export type TraceParent = string

const parentPattern = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

const toTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

const contextOf = (parent: TraceParent | null | undefined) => {
  if (parent === undefined) return context.active()
  const [, traceId, spanId, flags] = parentPattern.exec(parent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, remote)
}

const tracer = () => trace.getTracer('galley', version)

type SpanOptions = {
  readonly kind?: keyof typeof SpanKind
  readonly attributes?: Attributes
  /** The span that this one follows, in another process; null: it begins a trace. Left out: the one that is under way here. */
  readonly parent?: TraceParent | null
}

const kindOf = ({ kind = 'INTERNAL' }: SpanOptions) => SpanKind[kind]

/** Runs the work in a span. Of an error only the name is kept: its message may quote a post or an answer. */
export const inSpan = async <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  const { attributes = {}, parent } = options
  const around = contextOf(parent)
  const span = tracer().startSpan(name, { kind: kindOf(options), attributes }, around)
  try {
    return await context.with(trace.setSpan(around, span), work)
  } catch (error) {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** A span of a moment, for what is handed over to be done later. @returns what to keep with it; null: nothing is traced */
export const handOver = (name: string, attributes: Attributes): TraceParent | null => {
  const span = tracer().startSpan(name, { kind: SpanKind.PRODUCER, attributes })
  span.end()
  return isSpanContextValid(span.spanContext()) ? toTraceParent(span.spanContext()) : null
}

/** The span that is under way, for what follows from it; null: nothing is traced. */
export const currentParent = (): TraceParent | null => {
  const current = trace.getActiveSpan()?.spanContext()
  return current && isSpanContextValid(current) ? toTraceParent(current) : null
}

/** Says more about the span that is under way. */
export const describeSpan = (attributes: Attributes): void => {
  trace.getActiveSpan()?.setAttributes(attributes)
}

/** For a line of the log: the trace that it belongs to. */
export const traceOfLine = (): { readonly trace?: string } => {
  const id = trace.getActiveSpan()?.spanContext().traceId
  return id === undefined ? {} : { trace: id }
}

/** Begins the span of a request, in the trace that its headers name. The caller ends it. */
export const beginRequest = (
  name: string,
  headers: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): Span => {
  const around = propagation.extract(ROOT_CONTEXT, headers)
  return tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, around)
}

/** Runs the work, and whatever it waits for, within this span. */
export const within = <T>(span: Span, work: () => T): T =>
  context.with(trace.setSpan(ROOT_CONTEXT, span), work)

/** Ends the span of a request. What failed by a fault of ours is marked; a refusal is an answer like any other. */
export const endRequest = (span: Span, status: number): void => {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
