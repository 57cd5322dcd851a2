import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/events/emit.ts'
import { withLogContext } from '#server/platform/log-context.ts'
import { type Limit, waitBefore } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { findPerson, findPersonAndScope, isSessionConfirmed } from '#server/platform/session/tokens.ts'
import { admit, type Caller, type Passed, parse } from './admit.ts'
import { sendFailure } from './answers/answer.ts'
import { FileAnswer, sendFileAnswer } from './answers/file-answer.ts'
import { ReadyAnswer, sendReady } from './answers/ready-answer.ts'
import { refuseArchived } from './archived.ts'
import { bearerOf } from './bearer.ts'
import { refuseTooMany } from './call-limits.ts'
import { type Found, idsAskedOf, type Sent, subjectOf } from './gate.ts'
import { countRemovedIn } from './guard.ts'
import { refuse } from './refuse-body.ts'
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
  WriteGuard,
} from './route.ts'
import { answerTraced } from './trace-requests.ts'
import { inTransaction } from './transaction.ts'
import { readUpload } from './uploads.ts'

const noOne: Caller = { person: null, found: null }

const toCaller = (person: Person | 'blocked' | null, found: Found | null = null): Caller | Failure =>
  person === 'blocked' ? fail('account_blocked') : person ? { person, found } : fail('unauthenticated')

/** The holder of an approval link. A wrong one and one that has ended get the same answer. */
const findLinkHolder = async (
  services: Services,
  { options }: Route,
  request: FastifyRequest,
): Promise<Caller | Failure> => {
  const token = bearerOf(request)
  if (token === null) return fail('unauthenticated')
  const held = await services.scopeSources.findHeldLink(services, token, request.headers.cookie ?? null)
  if (!held) return fail('not_found')
  if (!held.person.byLink.isDeviceKnown && !options.anyDevice) return fail('device_unconfirmed')
  return { person: held.person, found: { requested: '', scope: held.scope } }
}

/** The caller, and what they may do with what the call is about, if `sent` says that. */
export const findCaller = async (
  services: Services,
  route: Route,
  request: FastifyRequest,
  sent: Sent | null,
): Promise<Caller | Failure> => {
  const { db, clock } = services
  const { needs, endpoint } = route
  if (needs === 'nobody') return noOne
  if (needs === 'link') return findLinkHolder(services, route, request)
  const token = bearerOf(request)
  if (token === null) return fail('unauthenticated')
  const subject = needs === 'project' && sent ? subjectOf(endpoint, sent) : null
  if (!subject || !sent) return toCaller(await findPerson(db, token, clock.now()))
  const { person, scope } = await findPersonAndScope(db, token, clock.now(), {
    sources: services.scopeSources,
    subject,
  })
  return toCaller(person, { requested: idsAskedOf(endpoint, sent), scope })
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

/** What a handler gets of a request, and what it leaves to be done: after its success, or after its failure. */
const makeCall = (services: Services, request: FastifyRequest, files: readonly UploadedFile[]) => {
  const afterwards: (() => void)[] = []
  const headers: { cookies: string[]; link: string | null } = { cookies: [], link: null }
  const undo: (() => Promise<unknown>)[] = []
  const call: CallContext = {
    services,
    now: services.clock.now(),
    log: services.log,
    files,
    token: bearerOf(request),
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    cookies: request.headers.cookie ?? null,
    setCookie: header => headers.cookies.push(header),
    linkNext: query => {
      headers.link = `<${request.url.split('?')[0]}?${new URLSearchParams(query)}>; rel="next"`
    },
    afterCommit: task => afterwards.push(task),
    undoOnFailure: task => undo.push(task),
  }
  return { call, afterwards, headers, undo }
}

const undoAll = async ({ log }: Services, undo: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const task of undo)
    await task().catch((error: unknown) => log.warn({ err: error }, 'could not undo a failed call'))
}

/** `checkOutput`: validate the answers by the contract. Without a `guard` every agency may be changed. */
export type HandlerOptions = { readonly checkOutput: boolean; readonly guard?: WriteGuard }

const refuseWhileReadOnly = async (
  services: Services,
  { endpoint, options }: Route,
  passed: Passed,
  { guard, now }: Pick<HandlerOptions, 'guard'> & { readonly now: Date },
): Promise<Failure | null> => {
  const writes = (options.whileReadOnly ?? (endpoint.method === 'GET' ? 'allowed' : 'refused')) === 'refused'
  if (!writes) return null
  const archived =
    'scope' in passed && options.whileArchived !== 'allowed' ? refuseArchived(passed.scope) : null
  if (archived) return archived
  const writer = 'scope' in passed ? passed.scope : 'agency' in passed ? passed.agency : null
  return guard && writer ? guard(services, writer, now) : null
}

/** Why a call that is permitted is not made now: by an agency that may not be changed, or in a session that was not confirmed lately. */
const refuseForNow = async (
  services: Services,
  route: Route,
  passed: Passed,
  now: { readonly guard?: WriteGuard; readonly now: Date },
): Promise<Failure | null> => {
  const refused = await refuseWhileReadOnly(services, route, passed, now)
  if (refused || !route.endpoint.asksAnew || !('person' in passed)) return refused
  const isConfirmed = await isSessionConfirmed(services.db, passed.person.sessionId, now.now)
  return isConfirmed ? null : fail('confirm_it_is_you')
}

const filesLost = fail('unavailable', {
  message: 'Your files were lost on the way. Please upload them again.',
})

type Headers = { readonly cookies: string[]; readonly link: string | null }

const setHeaders = (reply: FastifyReply, { cookies, link }: Headers, removedCharacters: number): void => {
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (link !== null) reply.header('link', link)
  if (removedCharacters > 0) reply.header('removed-characters', removedCharacters)
}

/** What every endpoint needs, in one place: session, tenant, permission, parsing, transaction, envelope. */
export const makeHandler = (services: Services, route: Route, options: HandlerOptions) => {
  const answer = makeAnswer(services, route, options)
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withLogContext({ request: request.id }, () => answerTraced(request, () => answer(request, reply)))
}

const makeAnswer =
  (services: Services, route: Route, { checkOutput, guard }: HandlerOptions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isUpload = request.isMultipart()
    const raw: Sent = { params: request.params, query: request.query, body: request.body }
    const early = await findCaller(services, route, request, isUpload ? null : raw)
    if (isFailure(early)) return sendFailure(reply, early)
    const tooMany = early.person && (await refuseTooMany(services, route, early.person))
    if (tooMany) return refuse(request, reply, tooMany)
    const params = parse(route.endpoint.params, request.params)
    // A malformed id names nothing: 404, like any other id that does not exist.
    if (isFailure(params)) return sendFailure(reply, fail('not_found'))
    const sent = { params: params.value, query: request.query, body: request.body }
    const form = isUpload
      ? await readUpload(services, route, { ...early, request, sent })
      : { fields: request.body, files: [], discard: async () => undefined, isLost: async () => false }
    if (isFailure(form)) return refuse(request, reply, form)
    const { call, afterwards, headers, undo } = makeCall(services, request, form.files)
    try {
      // An upload takes time, during which they may have been signed out.
      const caller = isUpload ? await findCaller(services, route, request, null) : early
      if (isFailure(caller)) return sendFailure(reply, caller)
      const admitted = await admit(services, route, { ...sent, body: form.fields }, caller)
      if (isFailure(admitted)) return sendFailure(reply, admitted)
      const { input, passed } = admitted
      const refused = await refuseForNow(services, route, passed, { guard, now: call.now })
      if (refused) return sendFailure(reply, refused)
      const wait = await secondsUntilAllowed(route, input, { services, person: caller.person }, call.now)
      if (wait !== null) return sendFailure(reply, fail('too_many_requests', { wait }))
      const answer = await answerOf(route, input, { ...call, ...passed })
      if (isFailure(answer)) return sendFailure(reply, answer)
      undo.length = 0
      for (const task of afterwards) task()
      setHeaders(reply, headers, countRemovedIn(form.fields))
      if (answer instanceof FileAnswer) return sendFileAnswer(request, reply, answer)
      if (answer instanceof ReadyAnswer) {
        if (checkOutput) route.endpoint.output.parse(JSON.parse(answer.body.toString()).data)
        return await sendReady(request, reply, answer)
      }
      return reply.send({ data: checkOutput ? route.endpoint.output.parse(answer) : answer })
    } catch (error) {
      if (!(await form.isLost())) throw error
      services.log.error({ err: error }, 'the files of an upload are gone')
      return sendFailure(reply, filesLost)
    } finally {
      await form.discard()
      await undoAll(services, undo)
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
  const { db, standby } = context.services
  const handler = route.handler as (input: unknown, call: Call | PoolCall) => Promise<unknown>
  const onPool = (pool: Db) => handler(input, { ...context, db: pool })
  if (standby && route.options.mayBeStandby) return standby.read(onPool)
  return route.endpoint.method === 'GET' || route.options.ownTransactions
    ? onPool(db)
    : inTransaction(db, tx => handler(input, withTransaction(tx, context)))
}
