import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Config } from '#server/config.ts'
import { createReaders, type NetworkReaders } from '#server/networks/adapters.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkReader, ReadResult } from '#server/networks/network-reader.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { countPaidCalls, isBudgetUsed } from './paid-calls.ts'

/**
 * Creates the clients that read from the networks, from an installation's configuration. Passed to the routes so that tests can
 * replace them.
 */
export type ReadersOf = (config: Config) => NetworkReaders

export const readersOf: ReadersOf = config => createReaders(networkSettings(config))

/** A project's account with its access token decrypted, or why there is none to use. */
export type OpenAccount =
  | { readonly kind: 'open'; readonly id: number; readonly account: ConnectedAccount }
  | { readonly kind: 'closed'; readonly reason: 'not_connected' | 'reconnect_needed' }

/** Decrypts the token of the project's account on a network. For the length of one call only. */
export const openAccount = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  { projectId }: Pick<ProjectScope, 'projectId'>,
  network: SocialNetwork,
): Promise<OpenAccount> => {
  const row = await db
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return { kind: 'closed', reason: 'not_connected' }
  if (row.needs_reconnecting || !row.sealed_token || !row.token_key_id)
    return { kind: 'closed', reason: 'reconnect_needed' }
  const sealedRow = { projectId: row.project_id, network: row.social_network, externalId: row.external_id }
  const token = makeSeal(config).open(sealedRow, row.sealed_token, row.token_key_id)
  return {
    kind: 'open',
    id: row.id,
    account: { externalId: row.external_id, details: row.account_details, token, projectId: row.project_id },
  }
}

/** The result of reading from a network, including that no account is connected, or that this month's budget is used up. */
export type Read<T> =
  | ReadResult<T>
  | {
      readonly kind: 'not_read'
      readonly reason: 'not_connected' | 'over_budget'
      readonly retryAfterMs: null
      readonly response: string
    }

type Query<T> = {
  readonly network: SocialNetwork
  /** The cache key: the name of the call and its arguments. */
  readonly key: string
  readonly cacheMs: number
  readonly ask: (reader: NetworkReader, account: ConnectedAccount) => Promise<ReadResult<T>>
}

type Cached = { readonly until: number; readonly answer: Promise<ReadResult<unknown>> }
/** Per process and installation: while someone types and deletes, the same search is requested again and again. */
const caches = new WeakMap<Services, Map<string, Cached>>()
const CACHED_MAX = 1_000
const LIMITED_MS = 15_000

/**
 * Reads from a network with the project's account. The same query runs once at a time and is not repeated while its result is fresh. A
 * rate limit is remembered for as long as the network says, so that typing on does not make it worse; other failures are retried at
 * once.
 */
export const askNetwork = async <T>(
  services: Services,
  reader: NetworkReader,
  scope: ProjectScope,
  { network, key, cacheMs, ask }: Query<T>,
): Promise<Read<T>> => {
  const opened = await openAccount(services, scope, network)
  if (opened.kind === 'closed')
    return { kind: 'not_read', reason: opened.reason, retryAfterMs: null, response: '' } as Read<T>
  const cache = caches.get(services) ?? new Map<string, Cached>()
  caches.set(services, cache)
  const name = `${opened.id} ${key}`
  const now = services.clock.now().getTime()
  const known = cache.get(name)
  if (known && known.until > now) return known.answer as Promise<ReadResult<T>>
  if (await isBudgetUsed(services, network, scope.projectId))
    return { kind: 'not_read', reason: 'over_budget', retryAfterMs: null, response: '' }
  const answer = countPaidCalls(services, { network, projectId: scope.projectId }, () =>
    ask(reader, opened.account),
  )
  store(cache, name, { until: now + cacheMs, answer })
  const got = await answer.catch((error: unknown) => {
    cache.delete(name)
    throw error
  })
  if (got.kind === 'not_read') {
    const isLimited = got.reason === 'limited'
    if (isLimited) cache.set(name, { until: now + Math.min(got.retryAfterMs ?? LIMITED_MS, cacheMs), answer })
    else cache.delete(name)
  }
  return got
}

const store = (cache: Map<string, Cached>, name: string, entry: Cached): void => {
  cache.delete(name)
  cache.set(name, entry)
  const [oldest] = cache.keys()
  if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
}
