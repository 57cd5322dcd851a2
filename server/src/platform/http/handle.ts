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
import { idsAskedOf, isLocated, passAgencyGate, passGate, type Sent } from './gate.ts'
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
import { validationText } from './validation-texts.ts'

/** Enough for the largest upload that the editor offers (docs/product/media.md "Limits"), if a route sets nothing else. */
const MAX_FILE_BYTES = 210_000_000

const parse = (schema: z.ZodType | undefined, value: unknown): { value: unknown } | Failure => {
  if (!schema) return { value: undefined }
  const result = schema.safeParse(value ?? {}, { error: validationText })
  return result.success ? { value: result.data } : validationFailure(result.error)
}

/** Every body is an object with named fields; an absent body counts as an empty object. */
const isForm = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body))

const parseInput = ({ endpoint }: Route, { params, query, body }: Sent): Sent | Failure => {
  const unfit = rejectInvalidText(query) ?? rejectInvalidText(body)
  if (unfit) return unfit
  const parsedQuery = parse(endpoint.query, query)
  if (isFailure(parsedQuery)) return parsedQuery
  if (endpoint.body && !isForm(body)) return fail('malformed_request', { message: 'Send a JSON object.' })
  const parsedBody = parse(endpoint.body, body)
  if (isFailure(parsedBody)) return parsedBody
  return { params, query: parsedQuery.value, body: parsedBody.value }
}

/** The caller; null if anyone may call. */
const findCaller = async (
  { db, clock }: Services,
  { needs }: Route,
  token: string | null,
): Promise<Person | null | Failure> => {
  if (needs === 'nobody') return null
  const person = token === null ? null : await findPerson(db, token, clock.now())
  return person === 'blocked' ? fail('account_blocked') : (person ?? fail('unauthenticated'))
}

/** The seconds until the call may be made; null: now. */
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

/** What the gate found: the caller, and the project or agency. */
type Passed =
  | Record<never, never>
  | Pick<SignedInContext, 'person'>
  | Pick<ScopedContext, 'person' | 'scope'>
  | Pick<AgencyContext, 'person' | 'agency'>

const passGates = async (
  { db }: Services,
  { needs, endpoint }: Route,
  sent: Sent,
  person: Person | null,
): Promise<Passed | Failure> => {
  if (!person) return {}
  if (needs === 'project') {
    const scope = await passGate(db, endpoint, sent, person)
    return isFailure(scope) ? scope : { person, scope }
  }
  if (needs === 'agency') {
    const agency = await passAgencyGate(db, endpoint, sent, person)
    return isFailure(agency) ? agency : { person, agency }
  }
  return { person }
}

/**
 * Permission first, then validation: someone who may not call learns nothing about the call's input. Only a request that does not name
 * its subject is validated first. The gate runs again if parsing has read another id than the gate did.
 */
const admit = async (
  services: Services,
  route: Route,
  sent: Sent,
  person: Person | null,
): Promise<{ input: Sent; passed: Passed } | Failure> => {
  const early = isLocated(route.endpoint, sent) ? await passGates(services, route, sent, person) : null
  if (isFailure(early)) return early
  const input = parseInput(route, sent)
  if (isFailure(input)) return input
  const isSame = early !== null && idsAskedOf(route.endpoint, input) === idsAskedOf(route.endpoint, sent)
  const passed = isSame ? early : await passGates(services, route, input, person)
  return isFailure(passed) ? passed : { input, passed }
}

/** What every endpoint needs, in one place: session, tenant, permission, parsing, transaction, envelope. */
export const makeHandler =
  (services: Services, route: Route, checkOutput: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = bearerOf(request)
    const early = await findCaller(services, route, token)
    if (isFailure(early)) return sendFailure(reply, early)
    const params = parse(route.endpoint.params, request.params)
    // A malformed id names nothing: 404, like any other id that does not exist.
    if (isFailure(params)) return sendFailure(reply, fail('not_found'))
    const form = request.isMultipart()
      ? await readForm(request, route.endpoint.files ?? {}, route.options.maxFileBytes ?? MAX_FILE_BYTES)
      : { fields: request.body, files: [], discard: async () => undefined }
    if (isFailure(form)) return sendFailure(reply, form)
    try {
      // An upload takes time, during which they may have been signed out.
      const person = request.isMultipart() ? await findCaller(services, route, token) : early
      if (isFailure(person)) return sendFailure(reply, person)
      const sent = { params: params.value, query: request.query, body: form.fields }
      const admitted = await admit(services, route, sent, person)
      if (isFailure(admitted)) return sendFailure(reply, admitted)
      const { input, passed } = admitted
      const now = services.clock.now()
      const wait = await secondsUntilAllowed(route, input, { services, person }, now)
      if (wait !== null) return sendFailure(reply, fail('too_many_requests', { wait }))
      const afterwards: (() => void)[] = []
      const newCookies: string[] = []
      const call: CallContext = {
        services,
        now,
        log: services.log.child({ request: request.id }),
        files: form.files satisfies UploadedFile[],
        token,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
        cookies: request.headers.cookie ?? null,
        setCookie: header => newCookies.push(header),
        afterCommit: task => afterwards.push(task),
      }
      const answer = await answerOf(route, input, { ...call, ...passed })
      if (isFailure(answer)) return sendFailure(reply, answer)
      for (const task of afterwards) task()
      if (newCookies.length > 0) reply.header('set-cookie', newCookies)
      return reply.send({ data: checkOutput ? route.endpoint.output.parse(answer) : answer })
    } finally {
      await form.discard()
    }
  }

type Context = CallContext | SignedInContext | ScopedContext | AgencyContext

/** Gives a call its transaction and, with a project, a function that writes the project's events in it. */
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

const answerOf = async (route: Route, input: Sent, context: Context): Promise<unknown> => {
  const { db } = context.services
  const handler = route.handler as (input: unknown, call: Call | PoolCall) => Promise<unknown>
  return route.endpoint.method === 'GET' || route.options.ownTransactions
    ? handler(input, { ...context, db })
    : inTransaction(db, tx => handler(input, withTransaction(tx, context)))
}
