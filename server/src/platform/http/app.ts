import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import helmet from 'helmet'
import { BODY_BYTES_MAX, bodyBytesMaxOf } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { parseJson } from '#domain/kernel/json.ts'
import type { Config } from '#server/config.ts'
import { isDatabaseAway } from '#server/platform/db/database.ts'
import { measureRequests } from '#server/platform/metrics/metrics.ts'
import { sendFailure } from './answers/answer.ts'
import {
  answerUnreadable,
  bareHeaders,
  permissionsPolicy,
  tooManyHeadersText,
  tooSlowText,
} from './answers/bare-answer.ts'
import { compressAnswers } from './answers/encodings.ts'
import { recordRoutes } from './answers/unknown-call.ts'
import { makeSessionCheck } from './before-body.ts'
import { limitAddresses } from './call-limits.ts'
import { type HandlerOptions, makeHandler } from './handle.ts'
import { findExcess } from './json-limits.ts'
import { sharedStore } from './limits.ts'
import { styleDirectives } from './pages/policy.ts'
import { isForm, refuse, refuseLength } from './refuse-body.ts'
import type { Route, Services } from './route.ts'
import { traceRequests } from './trace-requests.ts'
import { TryAgain } from './try-again.ts'
import { watchProgress } from './uploads.ts'

/** `/posts/{postId}` in a contract is `/posts/:postId` in the router. */
const routerPath = (path: string): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`

const codeOfFastify: Record<string, 'malformed_request' | 'not_found' | 'too_large'> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  // A part of the path that is longer than any id or secret names nothing.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** PostgreSQL rejects text with U+0000 and numbers and days out of range: the sender's mistake, not ours. */
const isUnstorable = (error: unknown): boolean =>
  ['22021', '22P05', '22003', '22007', '22008'].includes(String((error as { code?: unknown }).code))

const exhaustedCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ERR_WORKER_INIT_FAILED']

/** Whether the machine has no room left for a file, a thread or a picture at the moment. sharp's errors have no code. */
const isExhausted = ({ code, message }: FastifyError): boolean =>
  exhaustedCodes.includes(code) || message.includes('out of memory')

/** The header of the limit on network addresses says when it ends. */
const retryAfter = (reply: FastifyReply): { wait?: number } => {
  const wait = Number(reply.getHeader('retry-after'))
  return Number.isFinite(wait) ? { wait } : {}
}

const exhaustedText = 'Galley has too much to do at the moment. Please try again in a minute.'

const failureOf = (error: FastifyError, reply: FastifyReply) => {
  if (error.statusCode === 408) return fail('upload_too_slow', { message: tooSlowText })
  if (error.statusCode === 431) return fail('too_large', { message: tooManyHeadersText })
  if (error.statusCode === 429) return fail('too_many_requests', retryAfter(reply))
  if (['ENOSPC', 'EDQUOT'].includes(error.code)) return fail('storage_full', { wait: 600 })
  // A request without a file gets a text that mentions none.
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return fail('too_large', { message: 'The request is too big.' })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return fail('unsupported_media_type', {
      message: 'Send application/json, or multipart/form-data for files.',
    })
  const known = codeOfFastify[error.code]
  if (known) return fail(known)
  if (isUnstorable(error)) return fail('validation_error')
  if (isExhausted(error)) return fail('unavailable', { message: exhaustedText })
  if (error instanceof TryAgain) return fail('unavailable', { message: error.message })
  if (isDatabaseAway(error) || error.statusCode === 503) return fail('unavailable')
  // A path that leads out of a folder (`//x/`, `/api/../x`) is refused by the plug-in that serves files.
  if (error.statusCode === 403) return fail('not_found', { message: 'Unknown endpoint.' })
  return error.statusCode === 400 ? fail('malformed_request') : fail('internal')
}

/** Pictures of posts on this machine's sandbox, which never runs in production. */
const localImages = ({ NODE_ENV }: Config): string[] =>
  NODE_ENV === 'production' ? [] : ['http://127.0.0.1:*']

/** `default-src 'self'`: the app loads nothing from anywhere else, and no script or frame of another may run in it. */
const contentSecurityPolicy = (config: Config) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    ...styleDirectives,
    imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...localImages(config)],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: null,
  },
})

/** Made once: Fastify's plug-in makes them anew for each request, which takes fifty times as much of the processor (12 µs, not 0.2). */
const setSecurityHeaders = (app: FastifyInstance, config: Config): void => {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config),
    crossOriginResourcePolicy: false,
    hsts: config.NODE_ENV === 'production',
  })
  app.addHook('onRequest', (request, reply, next) =>
    setHeaders(request.raw, reply.raw, error => next(error instanceof Error ? error : undefined)),
  )
}

/**
 * From a request's first byte to its last: enough for 200 MB at 2 Mbit/s, but not for a byte a minute (Fastify's default: no limit).
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** From a connection's first byte to the end of its headers, and how often that is checked. */
const HEADERS_TIMEOUT_MS = 15_000
const CONNECTIONS_CHECK_MS = 5_000
/** A browser behind three proxies sends forty. Node drops those beyond its own maximum without a word. */
const HEADERS_MAX = 100

const tooManyHeaders = () => Object.assign(new Error('too many headers'), { statusCode: 431 })
const tooSlow = () => Object.assign(new Error('too slow'), { statusCode: 408 })
const malformed = () =>
  Object.assign(new Error('malformed'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 })
const tooLarge = () =>
  Object.assign(new Error('too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 })

const acceptJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  // Callers without a body still send the JSON header.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const excess = findExcess(String(body))
    if (excess) return done(excess.of === 'depth' ? malformed() : tooLarge())
    const value = parseJson(String(body))
    const isMalformed = body !== '' && value === undefined
    done(isMalformed ? malformed() : null, value)
  })
}

const answerErrors = (app: FastifyInstance, services: Services): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, reply)
    if (failure.code === 'internal' || isExhausted(error))
      services.log.error(
        { err: error, request: request.id, url: request.routeOptions.url },
        'a request failed',
      )
    return refuse(request, reply, failure)
  })
}

/** Refuses what only keeps a connection busy: thousands of headers, and a body that drips in. A form is watched by `readUpload`. */
const endSlowRequests = (app: FastifyInstance, { config }: Services): void => {
  app.server.maxHeadersCount = HEADERS_MAX + 1
  app.addHook('onRequest', async request => {
    if (request.raw.rawHeaders.length > 2 * HEADERS_MAX) throw tooManyHeaders()
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (isForm(request) || request.raw.complete) return
    const progress = watchProgress(request, config.UPLOAD_STALL_SECONDS)
    progress.stalled.then(() => payload.emit('error', tooSlow()))
    for (const over of ['end', 'close', 'error']) payload.once(over, progress.stop)
  })
}

const registerRoute = (
  app: FastifyInstance,
  services: Services,
  route: Route,
  options: HandlerOptions,
): void => {
  const { endpoint } = route
  const max = route.options.perMinute?.(services.config)
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    bodyLimit: bodyBytesMaxOf(endpoint),
    onRequest: makeSessionCheck(services, route),
    handler: makeHandler(services, route, options),
    config: {
      ...(endpoint.cost ? { cost: endpoint.cost } : {}),
      ...(max === undefined ? {} : { rateLimit: { max, timeWindow: '1 minute' } }),
    },
  })
}

/** Some proxies write the port, or IPv4 as IPv6: each connection would count as another address. */
const plainAddresses = (forwarded: string): string =>
  forwarded
    .split(',')
    .map(entry =>
      entry
        .trim()
        .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
        .replace(/^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i, '$1'),
    )
    .join(', ')

/**
 * The HTTP application: every route behind the one wrapper, security headers on every answer, every fault logged once with the
 * request's id and answered in the envelope. `checkOutput` validates the handlers' answers by the contract; tests do so, production
 * trusts the compiler. `guard` says which agencies may be changed.
 */
export const buildApp = async (
  services: Services,
  routes: readonly Route[],
  options: HandlerOptions,
): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: services.log.child(
      {},
      { level: services.config.LOG_LEVEL === 'info' ? 'warn' : services.config.LOG_LEVEL },
    ) as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX.public,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    trustProxy: ['loopback', ...services.config.TRUSTED_PROXIES],
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) =>
      sendFailure(reply.headers(bareHeaders), failureOf(error, reply)),
  })
  setSecurityHeaders(app, services.config)
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { 'x-forwarded-for': forwarded } = raw.headers
    if (typeof forwarded === 'string') raw.headers['x-forwarded-for'] = plainAddresses(forwarded)
    reply.header('permissions-policy', permissionsPolicy)
  })
  measureRequests(app)
  traceRequests(app)
  limitAddresses(app, services)
  app.addHook('onRequest', refuseLength)
  endSlowRequests(app, services)
  await app.register(multipart)
  await app.register(rateLimit, { global: false, store: sharedStore(services) })
  acceptJson(app)
  answerErrors(app, services)
  compressAnswers(app)
  recordRoutes(app)
  for (const route of routes) registerRoute(app, services, route, options)
  app.addHook('onSend', async (request, reply) => {
    if (!(request.routeOptions.url ?? request.url).startsWith('/api')) return
    // Pictures stay open to other sites: mails show logos.
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  return app
}
