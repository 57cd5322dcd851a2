import { sql } from 'kysely'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import { appOf, type LimitReport, readLimits } from '#server/networks/limits.ts'
import type { ConnectedAccount, NetworkAdapter } from '#server/networks/network-adapter.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { onAnswers } from '#server/platform/http/outgoing-requests/client.ts'
import type { Log } from '#server/platform/log.ts'

/** The account whose calls reported a limit. */
export type LimitedAccount = { readonly network: SocialNetwork; readonly externalId: string }

/** Receives the limits reported by a call's answers, before its outcome is written. Must not throw: the outcome would be lost. */
type RecordLimits = (account: LimitedAccount, reports: readonly LimitReport[]) => Promise<void>

type TrackCall = <T>(account: ConnectedAccount, call: () => Promise<T>) => Promise<T>

/** The adapters, each of whose calls is made within what `trackerOf` their network does around it. */
export const trackCalls = (
  networks: NetworkAdapters,
  trackerOf: (network: SocialNetwork) => TrackCall,
): NetworkAdapters =>
  Object.fromEntries(
    socialNetworks.map(name => [name, trackCallsOf(networks[name], trackerOf(name))]),
  ) as NetworkAdapters

/** The adapters, passing the limits that answers report to `record`. */
export const trackLimits = (networks: NetworkAdapters, record: RecordLimits): NetworkAdapters =>
  trackCalls(networks, network => callTracker(network, record))

const callTracker =
  (network: SocialNetwork, record: RecordLimits): TrackCall =>
  async (account, call) => {
    const reports: LimitReport[] = []
    const outcome = await onAnswers(
      (requested, answer) => reports.push(...readLimits(requested, answer)),
      call,
    )
    await record({ network, externalId: account.externalId }, withWait(reports, outcome))
    return outcome
  }

/** The adapter may know better than the headers how long the network refuses calls. */
const withWait = (reports: readonly LimitReport[], outcome: unknown): LimitReport[] => {
  const { kind, retryAfterMs } = (outcome ?? {}) as { kind?: string; retryAfterMs?: number | null }
  const requested = kind === 'not_sent' ? (retryAfterMs ?? 0) : 0
  return reports.map(report =>
    report.isRefused ? { ...report, waitMs: Math.max(report.waitMs ?? 0, requested) || null } : report,
  )
}

const trackCallsOf = (network: NetworkAdapter, call: TrackCall): NetworkAdapter => {
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

/** From this percentage of a limit on, calls are made one at a time (docs/product/networks.md "Limits of calls"). */
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

/** The columns are integers; a network, or a proxy in between, may send any number. */
const PERCENT_MAX = 1_000

const wholePercent = (percent: number): number =>
  Number.isNaN(percent) ? 0 : Math.round(Math.min(Math.max(percent, 0), PERCENT_MAX))

/** The longest wait: afterwards a post is too late anyway. */
const LONGEST_MS = 60 * 60_000

/** The gap between calls just below a limit. */
const SPACING_MS = 30_000

/** How long other calls wait after this report: not at all, a little near the limit, and at the limit as long as the network says. */
export const waitMsFor = ({ percent, waitMs, isRefused }: LimitReport, defaultMs: number): number => {
  if (isRefused || percent >= 100) return Math.min(waitMs ?? defaultMs, LONGEST_MS)
  const above = (percent - SLOW_FROM_PERCENT) / (100 - SLOW_FROM_PERCENT)
  return above < 0 ? 0 : Math.round(above * SPACING_MS)
}

/**
 * Records the reports for all workers, by the database's clock; an earlier wait is never shortened. Far below a limit nothing is
 * written, unless an account has just returned to normal. `defaultMs`: the wait if the network names none.
 */
export const limitRecorder = (db: Db, defaultMs: number, log?: Log): RecordLimits => {
  const write = writeLimits(db, defaultMs)
  return (account, reports) =>
    write(account, reports).catch(error =>
      log?.warn({ err: error, network: account.network }, 'a limit could not be recorded'),
    )
}

const writeLimits = (db: Db, defaultMs: number): RecordLimits => {
  const slowed = new Set<string>()
  return async ({ network, externalId }, reports) => {
    for (const report of reports) {
      const subject = report.scope === 'app' ? appOf[network] : `${network}/${externalId}`
      const key = `${report.scope} ${subject}`
      const isNear = report.percent >= SLOW_FROM_PERCENT
      if (!isNear && !slowed.delete(key)) continue
      if (isNear) slowed.add(key)
      await sql`
        insert into network_limits as l (scope, subject, not_before, percent, told_at)
        values (${report.scope}, ${subject}, clock_timestamp() + ${waitMsFor(report, defaultMs)} * interval '1 millisecond',
          ${wholePercent(report.percent)}, clock_timestamp())
        on conflict (scope, subject) do update set not_before = greatest(l.not_before, excluded.not_before),
          percent = excluded.percent, told_at = excluded.told_at`.execute(db)
    }
  }
}
