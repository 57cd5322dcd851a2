import type { Endpoint, Locator, ScopeKind } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type { Reader } from '#server/platform/db/database.ts'
import {
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
  const [entry] = Object.entries(endpoint.scope ?? {}) as [ScopeKind, Locator][]
  if (!entry) throw new Error(`${endpoint.path} has no scope`)
  const [kind, locator] = entry
  const ids = idsAt(parsed, locator)
  const projectId = ids.length > 0 ? await findProjectOf(db, kind, ids) : null
  if (projectId === null) return notFound(kind, ids)
  const named = [...idsAt(parsed, 'params.projectId'), ...idsAt(parsed, 'body.project_id')]
  const scope = named.every(id => id === projectId) ? await findProjectScope(db, projectId, person) : null
  if (!scope) return notFound(kind, ids)
  const { permission } = endpoint
  if (permission === 'public' || permission === 'signed-in' || can(scope, permission)) return scope
  return fail('forbidden')
}

const notFound = (kind: ScopeKind, ids: number[]): Failure =>
  kind === 'post' && ids.length === 1
    ? fail('post_not_found', { message: `The post id=${ids[0]} does not exist` })
    : fail('not_found')
