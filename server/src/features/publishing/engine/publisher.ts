import type { FailureReason } from '#domain/publishing/status.ts'
import { type PublishTimings, publishTimings } from '#domain/publishing/timings.ts'
import { countPaidCalls } from '#server/features/social-accounts/paid-calls.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { WaitingTimes } from '#server/platform/db/bring-forward.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import { countOutcome } from '#server/platform/metrics/metrics.ts'
import { describeSpan } from '#server/platform/spans.ts'
import { makeWorkerContext, type WorkerContext } from '#server/platform/worker-context.ts'
import { limitRecorder, trackCalls, trackLimits } from './network-limits.ts'

/** What came of a step of a publication: the end, or what it waits for. */
export type Outcome = {
  readonly postId: number
  readonly kind: 'live' | 'failed' | 'postponed' | 'answer_lost' | 'look_up_again' | 'found_absent'
  readonly reason?: FailureReason
  readonly response?: string | null
  readonly runAt?: Date
}

/** What publishing works with. Tests pass their own intervals, networks or clock. */
export type Publisher = WorkerContext & {
  readonly networks: NetworkAdapters
  readonly timings: PublishTimings
  /** What is brought forward if the clock is set back. */
  readonly waitingTimes: readonly WaitingTimes[]
  /** Told of each outcome once it is committed. */
  readonly report: (publication: Row<'publications'>, outcome: Outcome) => void
}

export const makePublisher = (
  services: Services,
  own: Partial<Omit<Publisher, 'services'>> = {},
): Publisher => ({
  ...makeWorkerContext(services, own),
  networks: trackLimits(
    trackCalls(
      own.networks ?? createAdapters(networkSettings(services.config)),
      network =>
        ({ projectId }, call) =>
          countPaidCalls(services, { network, projectId }, call),
    ),
    limitRecorder(services.db, defaultWaitMs(own.timings ?? publishTimings), services.log),
  ),
  timings: own.timings ?? publishTimings,
  waitingTimes: own.waitingTimes ?? [],
  report: own.report ?? reportTo(services),
})

/** A network's answer may be a page. */
const RESPONSE_CHARACTERS = 300

/** Counts each outcome and logs it in one line, so that the way of a post is one search of the log (docs/guides/operate.md "Health and logs"). */
const reportTo =
  ({ log, clock }: Pick<Services, 'log' | 'clock'>): Publisher['report'] =>
  (row, { kind, postId, reason, response, runAt }) => {
    countOutcome(row.social_network, { kind, reason }, clock.now().getTime() - row.due_at.getTime())
    const ids = {
      publication: row.id,
      post: postId,
      post_social: row.post_social_id,
      project: row.project_id,
    }
    describeSpan({ 'galley.outcome': kind, ...(reason && { 'galley.reason': reason }) })
    const said = response?.slice(0, RESPONSE_CHARACTERS)
    const line = { ...ids, network: row.social_network, outcome: kind, reason, response: said, run_at: runAt }
    log[kind === 'failed' ? 'warn' : 'info'](line, 'a step of publishing ended')
  }

/** How long to wait for a limit if the network does not say: as long as before a third attempt. */
const defaultWaitMs = ({ backoffMs }: PublishTimings): number => backoffMs[2] ?? backoffMs.at(-1) ?? 0

/** A network may ask for any wait. Beyond a year it means never, and much further on a `Date` becomes invalid. */
const LONGEST_MS = 365 * 24 * 60 * 60_000

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + Math.min(ms, LONGEST_MS))

/** The failure reason if it is too late for it to go out by itself; otherwise null. */
export const lateReason = (
  { timings }: Pick<Publisher, 'timings'>,
  { due_at, late_reason }: Pick<Row<'publications'>, 'due_at' | 'late_reason'>,
  now: Date,
): FailureReason | null => (now > after(due_at, timings.windowMs) ? (late_reason ?? 'missed_window') : null)
