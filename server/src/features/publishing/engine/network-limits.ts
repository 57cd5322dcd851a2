import { sql } from 'kysely'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import { onAnswers } from '#server/networks/http.ts'
import { appOf, type LimitReport, readLimits } from '#server/networks/limits.ts'
import type { ConnectedAccount, NetworkAdapter } from '#server/networks/network-adapter.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Whose limit was told of. */
export type LimitedAccount = { readonly network: SocialNetwork; readonly externalId: string }

/** Receives what the answers of a call told of limits, before the call's outcome is written. Must not throw: the outcome would be lost. */
type RecordLimits = (by: LimitedAccount, notes: readonly LimitReport[]) => Promise<void>

/** The networks, with what any of their answers tells of limits handed to `remember`. */
export const trackLimits = (networks: NetworkAdapters, remember: RecordLimits): NetworkAdapters =>
  Object.fromEntries(
    socialNetworks.map(name => [name, trackLimitsOf(networks[name], callTracker(name, remember))]),
  ) as NetworkAdapters

type TrackCall = <T>(account: ConnectedAccount, call: () => Promise<T>) => Promise<T>

const callTracker =
  (network: SocialNetwork, remember: RecordLimits): TrackCall =>
  async (account, call) => {
    const notes: LimitReport[] = []
    const outcome = await onAnswers((asked, answer) => notes.push(...readLimits(asked, answer)), call)
    await remember({ network, externalId: account.externalId }, withWait(notes, outcome))
    return outcome
  }

/** The adapter may know better than the headers how long a refusal holds. */
const withWait = (notes: readonly LimitReport[], outcome: unknown): LimitReport[] => {
  const { kind, retryAfterMs } = (outcome ?? {}) as { kind?: string; retryAfterMs?: number | null }
  const asked = kind === 'not_sent' ? (retryAfterMs ?? 0) : 0
  return notes.map(note =>
    note.isRefused ? { ...note, waitMs: Math.max(note.waitMs ?? 0, asked) || null } : note,
  )
}

const trackLimitsOf = (network: NetworkAdapter, call: TrackCall): NetworkAdapter => {
  const { findFirstComment, duplicateKey } = network
  return {
    ...(duplicateKey ? { duplicateKey } : {}),
    prepare: delivery => call(delivery.account, () => network.prepare(delivery)),
    send: delivery => call(delivery.account, () => network.send(delivery)),
    lookUp: (delivery, search) => call(delivery.account, () => network.lookUp(delivery, search)),
    findPermalink: (account, id) => call(account, () => network.findPermalink(account, id)),
    addFirstComment: (account, ...rest) => call(account, () => network.addFirstComment(account, ...rest)),
    ...(findFirstComment
      ? { findFirstComment: (account, ...rest) => call(account, () => findFirstComment(account, ...rest)) }
      : {}),
  }
}

/** From this percentage of a limit on one call at a time goes out (networks.md 2.7). */
export const SLOW_FROM_PERCENT = 80

/** The latest limit that this publication's account or app had to wait for. */
export const findLimit = async (
  db: Reader,
  { social_account_id, social_network }: Row<'publications'>,
): Promise<Row<'network_limits'> | null> => {
  const row = await db
    .selectFrom('network_limits')
    .selectAll('network_limits')
    .leftJoin('social_accounts', join => join.on('social_accounts.id', '=', social_account_id ?? 0))
    .where(eb =>
      eb.or([
        eb.and([eb('scope', '=', 'app'), eb('subject', '=', appOf[social_network])]),
        eb.and([
          eb('scope', '=', 'account'),
          eb('subject', '=', sql<string>`${social_network} || '/' || social_accounts.external_id`),
        ]),
      ]),
    )
    .orderBy('not_before', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** The column holds whole numbers, and networks (or what stands between) may send any. */
const MOST_PERCENT = 1_000

const wholePercent = (percent: number): number =>
  Number.isNaN(percent) ? 0 : Math.round(Math.min(Math.max(percent, 0), MOST_PERCENT))

/** Nobody waits longer: by then a post is too late anyway. */
const LONGEST_MS = 60 * 60_000

/** Just below the limit calls come this far apart. */
const SPACING_MS = 30_000

/** How long others wait after this note: not at all, a little near the limit, and at the limit as long as the network says. */
export const waitMsFor = ({ percent, waitMs, isRefused }: LimitReport, unknownMs: number): number => {
  if (isRefused || percent >= 100) return Math.min(waitMs ?? unknownMs, LONGEST_MS)
  const above = (percent - SLOW_FROM_PERCENT) / (100 - SLOW_FROM_PERCENT)
  return above < 0 ? 0 : Math.round(above * SPACING_MS)
}

/**
 * Writes the notes down for all workers, by the database's clock; a wait that was agreed on is never made shorter. What is far from any
 * limit is not worth a write, except the news that it is so again. `unknownMs`: the wait where the network names none.
 */
export const limitRecorder = (db: Db, unknownMs: number, log?: Log): RecordLimits => {
  const write = writeLimits(db, unknownMs)
  return (by, notes) =>
    write(by, notes).catch(error => log?.warn({ err: error, network: by.network }, 'a limit was not noted'))
}

const writeLimits = (db: Db, unknownMs: number): RecordLimits => {
  const slowed = new Set<string>()
  return async ({ network, externalId }, notes) => {
    for (const note of notes) {
      const subject = note.scope === 'app' ? appOf[network] : `${network}/${externalId}`
      const key = `${note.scope} ${subject}`
      const isNear = note.percent >= SLOW_FROM_PERCENT
      if (!isNear && !slowed.delete(key)) continue
      if (isNear) slowed.add(key)
      await sql`
        insert into network_limits as l (scope, subject, not_before, percent, told_at)
        values (${note.scope}, ${subject}, clock_timestamp() + ${waitMsFor(note, unknownMs)} * interval '1 millisecond',
          ${wholePercent(note.percent)}, clock_timestamp())
        on conflict (scope, subject) do update set not_before = greatest(l.not_before, excluded.not_before),
          percent = excluded.percent, told_at = excluded.told_at`.execute(db)
    }
  }
}
