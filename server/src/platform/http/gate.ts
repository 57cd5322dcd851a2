import type { AgencyScopeKind, Endpoint, Locator, ProjectScopeKind } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type Actor, can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import {
  type AgencyScope,
  findAgencyOf,
  findAgencyScope,
  findOwnAgencyId,
  findProjectOf,
  findProjectScope,
  type Person,
  type ProjectScope,
} from '#server/platform/session/scope.ts'

type Parsed = { params: unknown; query: unknown; body: unknown }

/** The id or ids that stand at a locator of the parsed request. */
const idsAt = (parsed: Parsed, locator: Locator): number[] => {
  const [part, ...names] = locator.split('.')
  let value: unknown = parsed[part as keyof Parsed]
  for (const name of names) value = (value as Record<string, unknown> | undefined)?.[name]
  return (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is number => typeof entry === 'number',
  )
}

/**
 * Finds the project that the request is about and asks the permission table. Another tenant's id and one that does not exist answer
 * alike; a `project_id` sent beside another id must agree with it.
 */
export const passGate = async (
  db: Reader,
  endpoint: Endpoint,
  parsed: Parsed,
  person: Person,
): Promise<ProjectScope | Failure> => {
  const [entry] = Object.entries(endpoint.scope ?? {}) as [ProjectScopeKind, Locator][]
  if (!entry) throw new Error(`${endpoint.path} has no scope`)
  const [kind, locator] = entry
  const ids = idsAt(parsed, locator)
  const projectId = ids.length > 0 ? await findProjectOf(db, kind, ids) : null
  if (projectId === null) return notFound(kind, ids)
  const named = [...idsAt(parsed, 'params.projectId'), ...idsAt(parsed, 'body.project_id')]
  const scope = named.every(id => id === projectId) ? await findProjectScope(db, projectId, person) : null
  if (!scope) return notFound(kind, ids)
  return isAllowed(endpoint, scope) ? scope : fail('forbidden')
}

/**
 * The same for an agency. Where the contract lets the agency be left out, the caller's own is meant; who has none is refused as somebody
 * who may not, there being nothing to hide.
 */
export const passAgencyGate = async (
  db: Reader,
  endpoint: Endpoint,
  parsed: Parsed,
  person: Person,
): Promise<AgencyScope | Failure> => {
  const [entry] = Object.entries(endpoint.scope ?? {}) as [AgencyScopeKind, Locator][]
  if (!entry) throw new Error(`${endpoint.path} has no scope`)
  const [kind, locator] = entry
  const [id] = idsAt(parsed, locator)
  const agencyId = id === undefined ? await findOwnAgencyId(db, person) : await findAgencyOf(db, kind, id)
  const scope = agencyId === null ? null : await findAgencyScope(db, agencyId, person)
  if (!scope) return fail(id === undefined ? 'forbidden' : 'not_found')
  return isAllowed(endpoint, scope) ? scope : fail('forbidden')
}

const isAllowed = ({ permission }: Endpoint, actor: Actor): boolean =>
  permission === 'public' || permission === 'signed-in' || can(actor, permission)

const notFound = (kind: ProjectScopeKind, ids: number[]): Failure =>
  kind === 'post' && ids.length === 1
    ? fail('post_not_found', { message: `The post id=${ids[0]} does not exist` })
    : fail('not_found')
