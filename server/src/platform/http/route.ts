import type { Answer, Endpoint, Input } from '#domain/kernel/endpoint.ts'
import type { Failure } from '#domain/kernel/failure.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Standby } from '#server/platform/db/standby.ts'
import type { NewEvent } from '#server/platform/events/emit.ts'
import type { Jobs } from '#server/platform/jobs/job-queues.ts'
import type { Log } from '#server/platform/log.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import type { AgencyScope, Person, ProjectScope, ScopeSources } from '#server/platform/session/scope.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { FileAnswer } from './answers/file-answer.ts'
import type { ReadyAnswer } from './answers/ready-answer.ts'

/** The services that a process works with. */
export type Services = {
  readonly config: Config
  readonly db: Db
  /** Answers calls with `mayBeStandby`, if there is one. */
  readonly standby?: Standby
  readonly log: Log
  readonly clock: Clock
  readonly storage: Storage
  readonly jobs: Jobs
  readonly scopeSources: ScopeSources
}

/** A file of a multipart request, on the local disk until the answer is sent. `name` comes from the sender and is only for display. */
export type UploadedFile = {
  readonly field: string
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** What a handler gets in addition to its input and its database access. */
export type CallContext = {
  readonly services: Services
  readonly now: Date
  readonly log: Log
  readonly files: readonly UploadedFile[]
  /** The bearer token as sent, for signing in and out and for refreshing. */
  readonly token: string | null
  readonly address: string
  /** The caller's user agent. */
  readonly userAgent: string | null
  /**
   * The Cookie header. It never contains a session: it ties a provider's sign-in to its browser, and names the accounts that recognise
   * it.
   */
  readonly cookies: string | null
  /** Sends this Set-Cookie header with the answer, unless the call fails. */
  setCookie(header: string): void
  /** Names the next page of a list in the `Link` header: this call's address with another query. */
  linkNext(query: Readonly<Record<string, string>>): void
  /** Runs after the commit and before the answer: only for work that may be lost without harm. */
  afterCommit(task: () => void): void
  /** Runs if the call fails, after its transaction is rolled back: removes what that leaves, such as a stored file, or begins what is needed all the same. */
  undoOnFailure(task: () => Promise<unknown>): void
}

/** `tx` is one transaction for the whole call: a returned or thrown failure rolls all of it back. */
type InTransaction = { readonly tx: Tx }
/** A GET or a route with `ownTransactions` has no transaction: `db` is the pool. */
type OnPool = { readonly db: Db }

/** A call without its database access, for functions that receive that separately. */
export type SignedInContext = CallContext & { readonly person: Person }
export type ScopedContext = SignedInContext & { readonly scope: ProjectScope }
export type AgencyContext = SignedInContext & { readonly agency: AgencyScope }

export type Call = CallContext & InTransaction
export type PoolCall = CallContext & OnPool
export type SignedInCall = SignedInContext & InTransaction
export type SignedInPoolCall = SignedInContext & OnPool
export type ScopedCall = ScopedContext &
  InTransaction & {
    /** Emits an event of this project and this person. */
    emit(event: Omit<NewEvent, 'projectId' | 'actorId'>): Promise<void>
  }
export type ScopedPoolCall = ScopedContext & OnPool
export type AgencyCall = AgencyContext & InTransaction
export type AgencyPoolCall = AgencyContext & OnPool

export type Handler<E extends Endpoint, C> = (
  input: Input<E>,
  call: C,
) => Promise<Answer<E> | ReadyAnswer | FileAnswer>

/** The agency that a call would change, and the caller's role there. */
export type Writer = { readonly agencyId: number; readonly role: Role | null }

/** Says whether an agency may be changed at present. Null: it may. */
export type WriteGuard = (services: Services, writer: Writer, now: Date) => Promise<Failure | null>

/** The values that a limit may depend on. `person` is null if anyone may call. */
export type LimitedCall = Pick<CallContext, 'services'> & { readonly person: Person | null }

/** An endpoint with its handler. `needs` says how much of a call is prepared before the handler runs. */
export type Route = {
  readonly endpoint: Endpoint
  readonly needs: 'nobody' | 'person' | 'project' | 'agency' | 'link'
  readonly handler: (input: never, call: never) => Promise<unknown>
  readonly options: RouteOptions | OwnTransactions
}

export type RouteOptions = {
  /** Attempts per minute and address; beyond that the answer is 429 with Retry-After. */
  readonly perMinute?: (config: Config) => number
  /**
   * What is limited besides the network address: an email address or a person. Counted before the transaction, so that it stays
   * counted when the call fails. Null: nothing.
   */
  readonly limit?: (input: never, call: never) => Limit | null | Promise<Limit | null>
  /** The maximum size of one uploaded file in bytes. */
  readonly maxFileBytes?: number
  /** A further check before the first byte of a file is written, for calls whose permission alone admits everyone who is signed in. */
  readonly mayUpload?: (
    params: never,
    call: { readonly services: Services; readonly person: Person },
  ) => Promise<Failure | null>
  /**
   * Whether the call is made for an agency that is read-only (`WriteGuard`); without it, calls that read are and others are not.
   * Allowed: what takes data out, ends access, is about the person alone, or pays. Refused: a call that begins a change.
   */
  readonly whileReadOnly?: 'allowed' | 'refused'
  /**
   * For a call that `whileReadOnly` refuses: it is made for an archived client all the same. What is allowed for a read-only agency is
   * allowed for an archived client as well.
   */
  readonly whileArchived?: 'allowed'
  /** For a call that only reads, through `db` alone and before it answers: that may be the standby, as far as it has everything. */
  readonly mayBeStandby?: true
  /** By link: also for a device that the project wants confirmed first. */
  readonly anyDevice?: boolean
  /**
   * True if the handler waits for a network, or writes something that must stay when the call fails: it then gets the pool and opens
   * its own transactions (`OwnTransactions`). A separate type, so that the handler's signature always shows it.
   */
  readonly ownTransactions?: never
}
type OwnTransactions = Omit<RouteOptions, 'ownTransactions'> & { readonly ownTransactions: true }

/** Which of the two call types an endpoint's handler gets. */
type CallOf<
  E extends Endpoint,
  O extends RouteOptions | OwnTransactions,
  Transactional,
  Pool,
> = E['method'] extends 'GET' ? Pool : O extends { readonly ownTransactions: true } ? Pool : Transactional

/** For a call that takes a logo or an avatar: slightly more than a picture may have, so that its own refusal can say what is wrong. */
export const takesPicture = { maxFileBytes: 11_000_000 } as const satisfies RouteOptions

/** For a call that reads much, which a standby can do as well. */
export const onStandby = { mayBeStandby: true } as const satisfies RouteOptions

/** For a call that is made for read-only agencies as well. */
export const inReadOnly = { whileReadOnly: 'allowed' } as const satisfies RouteOptions

/** A call that anyone may make. */
export const publicRoute = <
  E extends Endpoint,
  const O extends RouteOptions | OwnTransactions = RouteOptions,
>(
  endpoint: E,
  handler: Handler<E, CallOf<E, O, Call, PoolCall>>,
  options?: O,
): Route => ({ endpoint, needs: 'nobody', handler, options: options ?? {} })

/** A call for any signed-in person. */
export const personRoute = <
  E extends Endpoint,
  const O extends RouteOptions | OwnTransactions = RouteOptions,
>(
  endpoint: E,
  handler: Handler<E, CallOf<E, O, SignedInCall, SignedInPoolCall>>,
  options?: O,
): Route => ({ endpoint, needs: 'person', handler, options: options ?? {} })

/** A call on one project's data: the gate has found the project and checked `can()` before the handler runs. */
export const projectRoute = <
  E extends Endpoint,
  const O extends RouteOptions | OwnTransactions = RouteOptions,
>(
  endpoint: E,
  handler: Handler<E, CallOf<E, O, ScopedCall, ScopedPoolCall>>,
  options?: O,
): Route => {
  if (!endpoint.scope)
    throw new Error(`${endpoint.path} is on a project's data but its contract names no scope`)
  return { endpoint, needs: 'project', handler, options: options ?? {} }
}

/** A call on an agency: the gate has found the agency and checked `can()` before the handler runs. */
export const agencyRoute = <
  E extends Endpoint,
  const O extends RouteOptions | OwnTransactions = RouteOptions,
>(
  endpoint: E,
  handler: Handler<E, CallOf<E, O, AgencyCall, AgencyPoolCall>>,
  options?: O,
): Route => {
  if (!endpoint.scope) throw new Error(`${endpoint.path} is on an agency but its contract names no scope`)
  return { endpoint, needs: 'agency', handler, options: options ?? {} }
}

/**
 * A call for the holder of a personal approval link, and for nobody else: it has the link's project with the rights of an external approver
 * (docs/decisions/0069-deciding-by-link.md).
 */
export const linkRoute = <E extends Endpoint, const O extends RouteOptions | OwnTransactions = RouteOptions>(
  endpoint: E,
  handler: Handler<E, CallOf<E, O, ScopedCall, ScopedPoolCall>>,
  options?: O,
): Route => {
  if (endpoint.permission !== 'approval-link')
    throw new Error(`${endpoint.path} takes approval links, but its contract does not say so`)
  return { endpoint, needs: 'link', handler, options: options ?? {} }
}
