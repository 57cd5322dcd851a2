import type { z } from 'zod'
import type { Action } from '#domain/permissions/table.ts'
import type { Cost } from './call-costs.ts'
import type { Failure, FailureCode } from './failure.ts'

/** Where in a request an id stands: `params.postId`, `body.post_social_id`, `body.posts_ids` (a list). */
export type Locator = `${'params' | 'query' | 'body'}.${string}`

/** The things an id in a request can name. Each leads to one project, and so to one tenant. */
export type ProjectScopeKind =
  | 'project'
  | 'post'
  | 'postSocial'
  | 'schedule'
  | 'approval'
  | 'approvalAction'
  | 'approvalAttachment'
  | 'dayLabel'
  | 'hashtagPool'
  | 'notificationSetting'
/** The ids that lead to an agency. A call that could name an agency and does not means the caller's own. */
export type AgencyScopeKind = 'agency' | 'invitation'
export type ScopeKind = ProjectScopeKind | AgencyScopeKind

/**
 * Whose data an endpoint touches. The gate resolves it before the handler runs: an id of another agency, of a project
 * that the person is not in, or of a deleted thing answers 404 (docs/product/agencies.md "Tenants").
 */
export type Scope = { readonly [K in ScopeKind]?: Locator }

/**
 * Who may call: `public` (anybody), `signed-in` (any session), `approval-link` (the holder of a personal approval link, and nobody else:
 * docs/decisions/0069-deciding-by-link.md), `super-admin` (those who run Galley), or an action of the permission table, which needs a
 * scope.
 */
export type Permission = (typeof withoutRole)[number] | Action

const withoutRole = ['public', 'signed-in', 'approval-link', 'super-admin'] as const

/** The action of the permission table that the call needs; null: who may call it does not follow from a role. */
export const actionOf = ({ permission }: Pick<Endpoint, 'permission'>): Action | null =>
  withoutRole.some(each => each === permission) ? null : (permission as Action)

type Shape = z.ZodType | undefined
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an endpoint is: one value that the server registers, the web client is typed by and OpenAPI is made from. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodType = z.ZodType,
  Codes extends readonly FailureCode[] = readonly FailureCode[],
  Verb extends Method = Method,
> = {
  readonly method: Verb
  /** The path below `/api`, with `{name}` for parameters. */
  readonly path: `/${string}`
  readonly summary: string
  readonly permission: Permission
  readonly scope?: Scope
  readonly params?: Params
  readonly query?: Query
  /** JSON, or the fields of a multipart form when `files` is given. */
  readonly body?: Body
  /** Multipart: the file fields, and how many files each may hold. */
  readonly files?: Readonly<Record<string, number>>
  readonly output: Output
  /** Refused with `confirm_it_is_you` unless the session was confirmed lately (docs/product/accounts.md "Asked anew"). */
  readonly asksAnew?: true
  /** What it costs those who run Galley; `usual` by default. */
  readonly cost?: Cost
  /** The content type, if the answer is a file instead of the envelope; `output` is then its text. */
  readonly file?: string
  /** The failures beyond the ones every endpoint may give (400, 401, 403, 404, 422, 429). */
  readonly failures: Codes
}

/** Declares an endpoint. A missing permission does not compile. */
export const endpoint = <
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
  Output extends z.ZodType = z.ZodType,
  const Codes extends readonly FailureCode[] = readonly [],
  const Verb extends Method = Method,
>(
  definition: Omit<Endpoint<Params, Query, Body, Output, Codes, Verb>, 'failures'> & {
    readonly failures?: Codes
  },
): Endpoint<Params, Query, Body, Output, Codes, Verb> => ({
  ...definition,
  failures: definition.failures ?? ([] as unknown as Codes),
})

/** Bytes of a body without files: of a call that anybody may make, and of one that needs a session or a link. */
export const BODY_BYTES_MAX = { public: 20_000, known: 4_000_000 } as const

/** The most bytes that a call takes besides its files (docs/product/api.md "Large requests"). */
export const bodyBytesMaxOf = ({ permission }: Pick<Endpoint, 'permission'>): number =>
  permission === 'public' ? BODY_BYTES_MAX.public : BODY_BYTES_MAX.known

// An optional property's type carries `undefined` along; a part that the contract leaves out is undefined alone.
type Given<T> = Exclude<T, undefined>
type Parsed<T> = [Given<T>] extends [never] ? undefined : z.output<Given<T>>
type Sent<T> = [Given<T>] extends [never] ? undefined : z.input<Given<T>>

/** What a handler receives, parsed. */
export type Input<E extends Endpoint> = {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
}

/** What a client sends. */
export type Request<E extends Endpoint> = {
  readonly params: Sent<E['params']>
  readonly query: Sent<E['query']>
  readonly body: Sent<E['body']>
}

/** What a client gets in `data`. */
export type Output<E extends Endpoint> = z.output<E['output']>

/** What a handler answers: the output, or one of the failures that the contract or the whole house names. */
export type Answer<E extends Endpoint> =
  | z.input<E['output']>
  | Failure<E['failures'][number] | 'not_found' | 'post_not_found' | 'forbidden' | 'validation_error'>
