import {
  type AgencyScopeKind,
  actionOf,
  type Endpoint,
  type Locator,
  type ProjectScopeKind,
} from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import {
  type AgencyScope,
  findAgencyOf,
  findAgencyScope,
  findOwnAgencyId,
  findScopeOf,
  type Person,
  type ProjectScope,
  type ScopeSources,
  type Subject,
} from '#server/platform/session/scope.ts'

/** A request before or after it is parsed. */
export type Sent = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

const valueAt = (sent: Sent, locator: Locator): unknown => {
  const [part, ...names] = locator.split('.')
  let value: unknown = sent[part as keyof Sent]
  for (const name of names)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return value
}

/** Everything in a path, a query and a form is text. */
const readId = (value: unknown): number[] => {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(id) && Number(id) > 0 ? [Number(id)] : []
}

/** The id or ids at a locator. Validation rejects what cannot be an id. */
const idsAt = (sent: Sent, locator: Locator): number[] => {
  const value = valueAt(sent, locator)
  return (Array.isArray(value) ? value : [value]).flatMap(readId)
}

/** A call that may name its subject in one of several ways is about the one that it names. */
const scopeOf = <Kind extends ProjectScopeKind | AgencyScopeKind>(
  endpoint: Endpoint,
  sent: Sent,
): [Kind, Locator] => {
  const entries = Object.entries(endpoint.scope ?? {}) as [Kind, Locator][]
  const entry = entries.find(([, locator]) => idsAt(sent, locator).length > 0) ?? entries[0]
  if (!entry) throw new Error(`${endpoint.path} has no scope`)
  return entry
}

/** The parts of a request that the gate reads, to compare two forms of the same request. */
export const idsAskedOf = (endpoint: Endpoint, sent: Sent): string =>
  JSON.stringify([
    ...Object.values(endpoint.scope ?? {}).map(locator => idsAt(sent, locator)),
    idsAt(sent, 'params.projectId'),
    idsAt(sent, 'body.project_id'),
  ])

/** More than any call takes: validation rejects them without looking up whose they are. */
const IDS_MAX = 1000

/**
 * Whether the request names its subject, so that permission can be checked before the rest is validated. A call that may omit its
 * agency means the caller's own.
 */
export const isLocated = (endpoint: Endpoint, sent: Sent): boolean => {
  const entries = Object.entries(endpoint.scope ?? {})
  const isNamed = ([kind, locator]: [string, Locator]) => {
    const { length } = idsAt(sent, locator)
    return (length > 0 && length <= IDS_MAX) || (kind === 'agency' && valueAt(sent, locator) === undefined)
  }
  return entries.length === 0 || entries.some(isNamed)
}

/** An id that no row has. */
const NOWHERE = 0

/** What a call on a project is about; null if it does not say. */
export const subjectOf = (endpoint: Endpoint, sent: Sent): Subject | null => {
  if (!isLocated(endpoint, sent)) return null
  const [kind, locator] = scopeOf<ProjectScopeKind>(endpoint, sent)
  return { kind, ids: idsAt(sent, locator) }
}

type Gate = { readonly db: Reader; readonly scopeSources: ScopeSources }

/** A scope that was found together with the caller, and for what: `idsAskedOf`. */
export type Found = { readonly requested: string; readonly scope: ProjectScope | null }

/**
 * Finds the project of the request and checks the permission table. An id of another tenant and one that does not exist get the same
 * answer after the same queries; a `project_id` sent with another id must agree with it. `found`: the scope, if it was found for the
 * same ids already.
 */
export const passGate = async (
  { db, scopeSources }: Gate,
  endpoint: Endpoint,
  sent: Sent,
  { person, found }: { readonly person: Person; readonly found: Found | null },
): Promise<ProjectScope | Failure> => {
  const [kind, locator] = scopeOf<ProjectScopeKind>(endpoint, sent)
  const ids = idsAt(sent, locator)
  const isFound = found?.requested === idsAskedOf(endpoint, sent)
  const scope = isFound ? found.scope : await findScopeOf(db, scopeSources, { kind, ids }, person)
  const named = [...idsAt(sent, 'params.projectId'), ...idsAt(sent, 'body.project_id')]
  if (!scope || named.some(id => id !== scope.projectId)) return notFound(kind, ids)
  return isAllowed(endpoint, scope) ? scope : fail('forbidden')
}

/**
 * The same for an agency. If the contract lets the agency be omitted, the caller's own is meant; a caller without one is refused as
 * not permitted, since there is nothing to hide.
 */
export const passAgencyGate = async (
  { db, scopeSources }: Gate,
  endpoint: Endpoint,
  sent: Sent,
  person: Person,
): Promise<AgencyScope | Failure> => {
  const [kind, locator] = scopeOf<AgencyScopeKind>(endpoint, sent)
  const [id] = idsAt(sent, locator)
  const agencyId =
    id === undefined ? await findOwnAgencyId(db, person) : await findAgencyOf(db, scopeSources, kind, id)
  const scope = await findAgencyScope(db, agencyId ?? NOWHERE, person)
  if (!scope) return fail(id === undefined ? 'forbidden' : 'not_found')
  return isAllowed(endpoint, scope) ? scope : fail('forbidden')
}

const isAllowed = (endpoint: Endpoint, actor: Actor): boolean => {
  const action = actionOf(endpoint)
  if (action) return can(actor, action)
  // No session is one of an approval link.
  return endpoint.permission === 'public' || endpoint.permission === 'signed-in'
}

const notFound = (kind: ProjectScopeKind, ids: number[]): Failure =>
  kind === 'post' && ids.length === 1
    ? fail('post_not_found', { message: `The post id=${ids[0]} does not exist` })
    : fail('not_found')
