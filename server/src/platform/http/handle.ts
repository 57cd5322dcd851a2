import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/events/emit.ts'
import { type Limit, waitBefore } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { findPerson } from '#server/platform/session/tokens.ts'
import { sendFailure, validationFailure } from './answer.ts'
import { bearerOf } from './bearer.ts'
import { passAgencyGate, passGate } from './gate.ts'
import { rejectInvalidText } from './guard.ts'
import { readForm } from './multipart.ts'
import type {
  AgencyContext,
  Call,
  CallContext,
  LimitedCall,
  PoolCall,
  Route,
  ScopedCall,
  ScopedContext,
  Services,
  SignedInContext,
  UploadedFile,
} from './route.ts'
import { inTransaction } from './transaction.ts'

/** Room for the largest upload that the editor offers (docs/product/media.md "Limits") when a route sets nothing else. */
const MAX_FILE_BYTES = 210_000_000

const parse = (schema: z.ZodType | undefined, value: unknown): { value: unknown } | Failure => {
  if (!schema) return { value: undefined }
  const result = schema.safeParse(value ?? {})
  return result.success ? { value: result.data } : validationFailure(result.error)
}

/** Every body is an object with named fields; none at all is one without any. */
const isForm = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body))

const parseInput = (route: Route, request: FastifyRequest, body: unknown) => {
  const { endpoint } = route
  const unfit = rejectInvalidText(request.query) ?? rejectInvalidText(body)
  if (unfit) return unfit
  const params = parse(endpoint.params, request.params)
  // An id that is no id names nothing: 404 like any other that is not there.
  if (isFailure(params)) return fail('not_found')
  const query = parse(endpoint.query, request.query)
  if (isFailure(query)) return query
  if (endpoint.body && !isForm(body)) return fail('malformed_request', { message: 'Send a JSON object.' })
  const parsedBody = parse(endpoint.body, body)
  if (isFailure(parsedBody)) return parsedBody
  return { params: params.value, query: query.value, body: parsedBody.value }
}

/** Who calls, or null where that may be anybody. */
const findCaller = async (
  { db, clock }: Services,
  { needs }: Route,
  token: string | null,
): Promise<Person | null | Failure> => {
  if (needs === 'nobody') return null
  const person = token === null ? null : await findPerson(db, token, clock.now())
  return person === 'blocked' ? fail('account_blocked') : (person ?? fail('unauthenticated'))
}

/** In how many seconds the call may be made; null: now. */
const secondsUntilAllowed = async (
  { options }: Route,
  input: unknown,
  call: LimitedCall,
  now: Date,
): Promise<number | null> => {
  const limitOf = options.limit as
    | ((input: unknown, call: LimitedCall) => Limit | null | Promise<Limit | null>)
    | undefined
  const limit = await limitOf?.(input, call)
  return limit ? waitBefore(call.services.db, limit, now) : null
}

/** Everything that every endpoint needs, once: session, parsing, tenant, permission, transaction, envelope. */
export const makeHandler =
  (services: Services, route: Route, checkOutput: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = bearerOf(request)
    const early = await findCaller(services, route, token)
    if (isFailure(early)) return sendFailure(reply, early)
    const form = request.isMultipart()
      ? await readForm(request, route.endpoint.files ?? {}, route.options.maxFileBytes ?? MAX_FILE_BYTES)
      : { fields: request.body, files: [], discard: async () => undefined }
    if (isFailure(form)) return sendFailure(reply, form)
    try {
      const input = parseInput(route, request, form.fields)
      if (isFailure(input)) return sendFailure(reply, input)
      // An upload takes its time, in which they may have been signed out.
      const person = request.isMultipart() ? await findCaller(services, route, token) : early
      if (isFailure(person)) return sendFailure(reply, person)
      const now = services.clock.now()
      const wait = await secondsUntilAllowed(route, input, { services, person }, now)
      if (wait !== null) return sendFailure(reply, fail('too_many_requests', { wait }))
      const afterwards: (() => void)[] = []
      const call: CallContext = {
        services,
        now,
        log: services.log.child({ request: request.id }),
        files: form.files satisfies UploadedFile[],
        token,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
        cookies: request.headers.cookie ?? null,
        afterCommit: task => afterwards.push(task),
      }
      const answer = await answerOf(route, input, call, person)
      if (isFailure(answer)) return sendFailure(reply, answer)
      for (const task of afterwards) task()
      return reply.send({ data: checkOutput ? route.endpoint.output.parse(answer) : answer })
    } finally {
      await form.discard()
    }
  }

/** What the gate found adds to the call: who calls, and in which project or agency. */
type Context = CallContext | SignedInContext | ScopedContext | AgencyContext

const passGates = async (
  route: Route,
  input: { params: unknown; query: unknown; body: unknown },
  call: CallContext,
  person: Person | null,
): Promise<Context | Failure> => {
  if (!person) return call
  const { db } = call.services
  if (route.needs === 'project') {
    const scope = await passGate(db, route.endpoint, input, person)
    return isFailure(scope) ? scope : { ...call, person, scope }
  }
  if (route.needs === 'agency') {
    const agency = await passAgencyGate(db, route.endpoint, input, person)
    return isFailure(agency) ? agency : { ...call, person, agency }
  }
  return { ...call, person }
}

/** Gives a call its transaction, and with a project the way to write the project's events in it. */
const withTransaction = (tx: Tx, context: Context): Call => {
  if (!('scope' in context)) return { ...context, tx }
  const { scope, person } = context
  const call: ScopedCall = {
    ...context,
    tx,
    emit: event => emit(tx, { ...event, projectId: scope.projectId, actorId: person.userId }),
  }
  return call
}

const answerOf = async (
  route: Route,
  input: { params: unknown; query: unknown; body: unknown },
  call: CallContext,
  person: Person | null,
): Promise<unknown> => {
  const { db } = call.services
  const context = await passGates(route, input, call, person)
  if (isFailure(context)) return context
  const handler = route.handler as (input: unknown, call: Call | PoolCall) => Promise<unknown>
  return route.endpoint.method === 'GET' || route.options.ownTransactions
    ? handler(input, { ...context, db })
    : inTransaction(db, tx => handler(input, withTransaction(tx, context)))
}
