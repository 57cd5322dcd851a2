import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Endpoint, Output, Request } from '#domain/kernel/endpoint.ts'
import type { FieldErrors } from '#domain/kernel/failure.ts'
import { type Config, makeKey, readConfig } from '#server/config.ts'
import { refuseWrite } from '#server/features/billing/refuse-write.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import type { Standby } from '#server/platform/db/standby.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { buildApp } from '#server/platform/http/app.ts'
import type { Route, Services } from '#server/platform/http/route.ts'
import { type Log, makeLog } from '#server/platform/log.ts'
import { beginSession } from '#server/platform/session/tokens.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { memoryStorage } from './files/storage.ts'
import { prepared } from './prepared.ts'
import { createJobTable, type Enqueued, recordingJobs } from './recorded-jobs.ts'

/** The time of a test's clock unless it sets another: a Monday morning. */
export const testNow = new Date('2026-06-01T08:00:00.000Z')

/** On a machine that is busy with other tests calls are slow, and that must not look like an answer of the product. */
const patience = { connectTimeoutMs: 120_000, lockTimeoutMs: 120_000, statementTimeoutMs: 120_000 }

/** A person made by a factory; enough to sign in with. */
export type TestPerson = { readonly userId: number; readonly name: string }

/** An answer: `data` if the call succeeded (undefined after a failure), otherwise the parts of the error envelope. */
export type TestAnswer<T> = {
  readonly status: number
  readonly data: T
  readonly code: string | undefined
  readonly message: string | undefined
  readonly errors: FieldErrors | undefined
}

/** What tests of endpoints work with: see `startTestApp`. */
export type TestApp = {
  readonly app: FastifyInstance
  readonly db: Db
  readonly services: Services
  readonly clock: ReturnType<typeof fixedClock>
  readonly storage: ReturnType<typeof memoryStorage>
  /** The database's URL, for anything that opens its own connections. */
  readonly url: string
  /** Calls an endpoint as this person (null: signed out), typed by its contract. */
  ask<E extends Endpoint>(
    person: TestPerson | null,
    endpoint: E,
    input?: Partial<Request<E>>,
  ): Promise<TestAnswer<Output<E>>>
  /** Calls any URL with any body, for input that the contract's types would not allow. */
  send(
    person: TestPerson | null,
    method: Endpoint['method'],
    path: string,
    body?: unknown,
  ): Promise<TestAnswer<unknown>>
  /** A bearer token of this person, valid at the clock's current time. */
  tokenOf(person: TestPerson): Promise<string>
  /** The committed jobs of this queue, in order. */
  enqueued: Enqueued
  close(): Promise<void>
}

type TestAppOptions = {
  readonly routes: readonly Route[]
  readonly now?: Date
  readonly config?: Partial<Config>
  readonly log?: Log
  /** A migrated database of another server. */
  readonly database?: TestDatabase
  /** Opens its standby. */
  readonly standby?: (primary: Db, log: Log) => Standby
}

/**
 * The application of `startTestApp` for the tests of this file (or of the `describe` that calls it): it starts before the first of them
 * and is closed after the last.
 */
export const useTestApp = (options: TestAppOptions): TestApp => {
  const app = prepared(beforeAll, () => startTestApp(options))
  afterAll(() => app.close())
  return app
}

/**
 * The HTTP application with these routes on a fresh PostgreSQL database, with a stopped clock, jobs that are only recorded, and files
 * in memory. Every answer is checked against its contract. Most tests want `useTestApp`; callers of this one call `close()`.
 */
export const startTestApp = async (options: TestAppOptions): Promise<TestApp> => {
  const database = options.database ?? (await createTestDatabase())
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      // With the sandbox go the apps that are registered there.
      SANDBOX: options.config?.sandbox ? 'on' : 'off',
      TOKEN_KEY: makeKey(),
      // A test calls faster than people do, and from one address.
      CALLS_PER_MINUTE: '1000000000',
    }),
    ...options.config,
  }
  const log = options.log ?? makeLog(config.LOG_LEVEL)
  const { url, poolerUrl } = database
  const hasPooler = poolerUrl !== undefined
  const { db, close } = openDatabase({ url: poolerUrl ?? url, hasPooler, max: 4, log, ...patience })
  await createJobTable(db)
  const clock = fixedClock(options.now ?? testNow)
  const storage = memoryStorage()
  const { jobs, enqueued } = recordingJobs(db)
  const standby = options.standby?.(db, log)
  const services: Services = {
    config,
    db,
    log,
    clock,
    storage,
    jobs,
    scopeSources,
    ...(standby && { standby }),
  }
  const app = await buildApp(services, options.routes, { checkOutput: true, guard: refuseWrite })
  const tokenOf = tokenSource(db, clock)
  const send = sender(app, tokenOf)
  return {
    app,
    db,
    services,
    clock,
    storage,
    url,
    ask: (person, endpoint, input = {}) =>
      send(person, endpoint.method, addressOf(endpoint, input), input.body) as never,
    send,
    tokenOf,
    enqueued,
    close: async () => {
      await app.close()
      await standby?.close()
      await close()
      await database.drop()
    },
  }
}

/** Of a file, which comes without the envelope. */
const noFailure = { code: undefined, message: undefined, errors: undefined }

const sender =
  (app: FastifyInstance, tokenOf: TestApp['tokenOf']): TestApp['send'] =>
  async (person, method, path, body) => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: person ? { authorization: `Bearer ${await tokenOf(person)}` } : {},
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    if (!isJson) return { ...noFailure, status: response.statusCode, data: response.body }
    const answer = response.json<Partial<TestAnswer<unknown>>>()
    const { data, code, message, errors } = answer
    return { status: response.statusCode, data, code, message, errors }
  }

/** One session for each person, and a new one when the clock was moved past its end. */
const tokenSource = (db: Db, clock: ReturnType<typeof fixedClock>): TestApp['tokenOf'] => {
  const tokens = new Map<string, string>()
  return async ({ userId }) => {
    const now = clock.now()
    const key = `${userId} at ${now.getTime()}`
    const token =
      tokens.get(key) ?? (await db.transaction().execute(tx => beginSession(tx, userId, now))).token
    tokens.set(key, token)
    return token
  }
}

const addressOf = (endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString()
  return query === '' ? path : `${path}?${query}`
}
