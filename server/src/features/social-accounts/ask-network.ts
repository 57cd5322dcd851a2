import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Config } from '#server/config.ts'
import { createReaders, type NetworkReaders } from '#server/networks/adapters.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkReader, ReadResult } from '#server/networks/network-reader.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { makeSeal } from '#server/platform/session/seal.ts'

/** Who reads the networks, by an installation's configuration. Given to the routes, so that tests can answer for a network. */
export type ReadersOf = (config: Config) => NetworkReaders

export const readersOf: ReadersOf = config => createReaders(networkSettings(config))

/** A project's account with its access in clear, or why there is none to ask with. */
export type OpenAccount =
  | { readonly kind: 'open'; readonly id: number; readonly account: ConnectedAccount }
  | { readonly kind: 'closed'; readonly reason: 'not_connected' | 'reconnect_needed' }

/** Opens the token of the account that a project has on a network. Only for the length of a call. */
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
    account: { externalId: row.external_id, details: row.account_details, token },
  }
}

/** What reading came to, an account that is not there included. */
export type Read<T> =
  | ReadResult<T>
  | {
      readonly kind: 'not_read'
      readonly reason: 'not_connected'
      readonly retryAfterMs: null
      readonly response: string
    }

type Question<T> = {
  readonly network: SocialNetwork
  /** What is asked, for the memory: the call's name and its words. */
  readonly key: string
  readonly keepMs: number
  readonly ask: (reader: NetworkReader, account: ConnectedAccount) => Promise<ReadResult<T>>
}

type Remembered = { readonly until: number; readonly answer: Promise<ReadResult<unknown>> }
/** Per process and installation: a search is asked again and again while somebody types and deletes. */
const memories = new WeakMap<Services, Map<string, Remembered>>()
const MOST_REMEMBERED = 1_000
const LIMITED_MS = 15_000

/**
 * Asks a network with the project's account, the same question once at a time and not again while its answer is fresh. A limit is
 * kept as long as the network says, so that typing on does not make it worse; other failures are asked anew.
 */
export const askNetwork = async <T>(
  services: Services,
  reader: NetworkReader,
  scope: ProjectScope,
  { network, key, keepMs, ask }: Question<T>,
): Promise<Read<T>> => {
  const opened = await openAccount(services, scope, network)
  if (opened.kind === 'closed')
    return { kind: 'not_read', reason: opened.reason, retryAfterMs: null, response: '' } as Read<T>
  const memory = memories.get(services) ?? new Map<string, Remembered>()
  memories.set(services, memory)
  const name = `${opened.id} ${key}`
  const now = services.clock.now().getTime()
  const known = memory.get(name)
  if (known && known.until > now) return known.answer as Promise<ReadResult<T>>
  const answer = ask(reader, opened.account)
  remember(memory, name, { until: now + keepMs, answer })
  const got = await answer.catch((error: unknown) => {
    memory.delete(name)
    throw error
  })
  if (got.kind === 'not_read') {
    const isLimited = got.reason === 'limited'
    if (isLimited) memory.set(name, { until: now + Math.min(got.retryAfterMs ?? LIMITED_MS, keepMs), answer })
    else memory.delete(name)
  }
  return got
}

const remember = (memory: Map<string, Remembered>, name: string, entry: Remembered): void => {
  memory.delete(name)
  memory.set(name, entry)
  const [oldest] = memory.keys()
  if (memory.size > MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest)
}
