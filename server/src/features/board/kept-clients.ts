import { createHash } from 'node:crypto'
import type { BoardRow } from '#domain/publishing/board-contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'
import type { ClientRevision } from './board-revision.ts'
import { type BoardClient, type MadeRows, type Making, makeRows } from './board-rows.ts'

const SECOND = 1_000
/** How long before its turn a client is made ahead, so that nobody waits for it while boards are open. */
const AHEAD_MS = 10 * SECOND
/** With the time ahead a minute, by which what a revision leaves out is seen. */
const SECONDS = 50
const PERIOD_MS = SECONDS * SECOND

/** In rows: some 46 MB. */
const ROWS_MAX = 60_000
/** In clients. Without its rows, what is kept of one is small, and most questions need no more. */
const CLIENTS_MAX = 20_000
/** How many posts are made in one go; with four versions each, no more than a board looks at. */
const POSTS_AT_ONCE = 2_500

/** What is known of a client's part of the board: a digest of its rows, and what they were made from. */
type Known = {
  readonly revision: string
  readonly digest: string
  readonly isCut: boolean
  /** From when until when the rows hold while the revision stays, in milliseconds since 1970. */
  readonly from: number
  readonly until: number
  /** When it is made anew in any case. */
  readonly turn: number
}
type Rows = { readonly digest: string; readonly rows: readonly BoardRow[] }

/** What is kept of a client; `rows` are null where they had to make room for others. */
export type KeptPart = Known & { readonly rows: readonly BoardRow[] | null }
/** A client's part of the board, the same for everybody who sees it. */
type KeptClient = Known & { readonly rows: readonly BoardRow[] }

type Made = ReadonlyMap<number, KeptClient>

/** A client with its present revision. */
type WantedClient = BoardClient & ClientRevision
type ClientMaking = Making & { readonly db: Db; readonly services: Pick<Services, 'config' | 'log'> }

const keptClients = oncePer((_db: Db) => ({
  known: new RecentValues<Known>(CLIENTS_MAX),
  rows: new RecentValues<Rows>(ROWS_MAX),
  /** Being made for somebody who asked earlier, by client and revision. */
  underWay: new Map<string, Promise<Made>>(),
}))
type Kept = ReturnType<typeof keptClients>

/** The clients' turns to be made anew without a change come within a minute, spread over it by their ids. */
export const nextTurn = (id: number, now: number): number => {
  const from = now + AHEAD_MS
  const offset = (id % SECONDS) * SECOND
  return from - ((((from - offset) % PERIOD_MS) + PERIOD_MS) % PERIOD_MS) + PERIOD_MS
}

const isCurrent = ({ revision, from, until }: Known, client: WantedClient, now: Date): boolean =>
  revision === client.revision && from <= now.getTime() && now.getTime() < until

/** What is kept of the client, if it still holds. */
const findKept = (kept: Kept, client: WantedClient, now: Date): KeptPart | null => {
  const known = kept.known.get(String(client.id))
  if (!known || !isCurrent(known, client, now)) return null
  const found = kept.rows.get(String(client.id))
  return { ...known, rows: found?.digest === known.digest ? found.rows : null }
}

/** A digest of these texts, in their order. */
export const digestOfTexts = (texts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\n')
  return hash.digest('base64url')
}

const toKept = ({ id, revision }: WantedClient, { rows, isCut }: MadeRows, now: Date): KeptClient => {
  const changes = rows.flatMap(({ changesAt }) => changesAt?.getTime() ?? [])
  const turn = nextTurn(id, now.getTime())
  const own = rows.map(({ row }) => row)
  return {
    revision,
    digest: digestOfTexts([JSON.stringify(own)]),
    isCut,
    from: now.getTime(),
    until: changes.reduce((first, at) => Math.min(first, at), turn),
    turn,
    rows: own,
  }
}

/** So many that no board is cut because of its neighbours. A client that is too large for that is alone. */
const inParts = (clients: readonly WantedClient[]): WantedClient[][] => {
  const parts: WantedClient[][] = []
  let posts = POSTS_AT_ONCE
  for (const client of clients) {
    posts += client.posts
    if (posts > POSTS_AT_ONCE) {
      parts.push([])
      posts = client.posts
    }
    parts.at(-1)?.push(client)
  }
  return parts
}

const make = async (making: ClientMaking, clients: readonly WantedClient[]): Promise<Made> => {
  const kept = keptClients(making.db)
  const { rows, isCut } = await makeRows(making, clients)
  // More posts have come since they were counted.
  if (isCut && clients.length > 1)
    return makeInParts(
      making,
      clients.map(client => [client]),
    )
  const byClient = Map.groupBy(rows, ({ row }) => row.project_id)
  return new Map(
    clients.map(client => {
      const own = toKept(client, { rows: byClient.get(client.id) ?? [], isCut }, making.now)
      const { rows: ownRows, ...known } = own
      kept.known.set(String(client.id), known, 1)
      kept.rows.set(String(client.id), { digest: own.digest, rows: ownRows }, ownRows.length + 1)
      return [client.id, own] as const
    }),
  )
}

const makeInParts = async (
  making: ClientMaking,
  parts: readonly (readonly WantedClient[])[],
): Promise<Made> => {
  const made: (readonly [number, KeptClient])[] = []
  for (const part of parts) made.push(...(await make(making, part)))
  return new Map(made)
}

const keyOf = ({ id, revision }: WantedClient) => `${id} ${revision}`

/** Makes these clients' parts anew. Everybody with an open board asks for the same ones after a change: they are made once. */
const makeShared = async (making: ClientMaking, clients: readonly WantedClient[]): Promise<Made> => {
  const { underWay } = keptClients(making.db)
  const shared = new Set(clients.flatMap(client => underWay.get(keyOf(client)) ?? []))
  // What failed for somebody else is tried again.
  const settled = await Promise.allSettled(shared)
  const made = new Map(settled.flatMap(one => (one.status === 'fulfilled' ? [...one.value] : [])))
  const rest = clients.filter(client => {
    const own = made.get(client.id)
    return !own || !isCurrent(own, client, making.now)
  })
  if (rest.length === 0) return made
  const own = makeInParts(making, inParts(rest))
  for (const client of rest) underWay.set(keyOf(client), own)
  try {
    return new Map([...made, ...(await own)])
  } finally {
    for (const client of rest) if (underWay.get(keyOf(client)) === own) underWay.delete(keyOf(client))
  }
}

/** Makes those whose turn is next, unless somebody is at it, while the answer is on its way. */
const makeAhead = async (making: ClientMaking, clients: readonly WantedClient[]): Promise<void> => {
  const { underWay } = keptClients(making.db)
  try {
    await makeShared(
      making,
      clients.filter(client => !underWay.has(keyOf(client))),
    )
  } catch (error) {
    making.services.log.warn({ err: error }, 'boards could not be made ahead')
  }
}

/**
 * These clients' parts of the board as they are now, in their order: kept ones while their revision stays, nothing of them changes with
 * the clock and their turn has not come (decision 148). `withRows`: they are needed; otherwise they may be null.
 */
export const readKeptClients = async (
  making: ClientMaking,
  clients: readonly WantedClient[],
  { withRows }: { readonly withRows: boolean },
): Promise<KeptPart[]> => {
  const kept = keptClients(making.db)
  const found = new Map(clients.map(client => [client.id, findKept(kept, client, making.now)]))
  const isMissing = ({ id }: WantedClient) => {
    const own = found.get(id)
    return !own || (withRows && own.rows === null)
  }
  const made = await makeShared(making, clients.filter(isMissing))
  const isNext = (one: KeptPart | null | undefined) => one && one.turn - making.now.getTime() <= AHEAD_MS
  void makeAhead(
    making,
    clients.filter(({ id }) => !made.has(id) && isNext(found.get(id))),
  )
  return clients.flatMap(({ id }) => made.get(id) ?? found.get(id) ?? [])
}
