import type { PostSocialStatus } from '#domain/posts/status.ts'
import { MISSED_WINDOW_MINUTES } from '#domain/schedules/timing.ts'

/** What is known of a post social when its time has come. `latenessMinutes`: how long ago that was, by the database's clock. */
export type DueFacts = {
  readonly status: PostSocialStatus
  readonly isAutoposting: boolean
  /** The project lets posts go live when the External Approver is late (`bypass-external-approval-when-internal-approved`). */
  readonly bypass: boolean
  /** Somebody said yes in the internal round; skipping it is no yes. */
  readonly internalApproved: boolean
  /** The content is what was approved or cleared. */
  readonly digestMatches: boolean
  readonly latenessMinutes: number
}

/**
 * What the due time does to a post social. `approve_by_system_first` is asked again once that is done; `overdue` leaves it as it is and
 * tells its people; `nothing`: it is on its way, done, or waits for a person already.
 */
export type DueDecision =
  | 'publish'
  | 'manual_publish_due'
  | 'approve_by_system_first'
  | 'overdue'
  | 'missed_window'
  | 'content_changed'
  | 'nothing'

type Standing = 'cleared' | 'with_client' | 'held' | 'beyond'

const standings: Readonly<Record<PostSocialStatus, Standing>> = {
  temporary_draft: 'held',
  draft: 'held',
  pending_internal_approval: 'held',
  pending_external_approval: 'with_client',
  pending_approval: 'held',
  approved: 'cleared',
  unapproved: 'held',
  requires_revision: 'held',
  skip_approved: 'beyond',
  scheduled: 'cleared',
  pending_publish: 'beyond',
  on_publishing: 'beyond',
  live: 'beyond',
  publishing_failed: 'beyond',
  deleted: 'beyond',
}

type Row = { readonly when: (facts: DueFacts, standing: Standing) => boolean; readonly is: DueDecision }

const isTooLate = ({ latenessMinutes }: DueFacts) => latenessMinutes > MISSED_WINDOW_MINUTES

/** First row that fits wins (docs/product/publishing.md "At the due time"). */
const dueTable: readonly Row[] = [
  { when: (_, standing) => standing === 'beyond', is: 'nothing' },
  {
    when: (facts, standing) =>
      standing === 'with_client' && facts.bypass && facts.internalApproved && !isTooLate(facts),
    is: 'approve_by_system_first',
  },
  { when: (_, standing) => standing !== 'cleared', is: 'overdue' },
  // Before autoposting is asked: a person should not publish it by hand either.
  { when: facts => !facts.digestMatches, is: 'content_changed' },
  // A person decides when, so being late is no reason to fail.
  { when: facts => !facts.isAutoposting, is: 'manual_publish_due' },
  { when: isTooLate, is: 'missed_window' },
]

/**
 * What happens to a post social at its due time (docs/product/publishing.md "At the due time"). Pure: whoever calls it holds the row, and calls it once,
 * so that an approval that comes later does not make the post go out by itself.
 */
export const dueDecision = (facts: DueFacts): DueDecision =>
  dueTable.find(row => row.when(facts, standings[facts.status]))?.is ?? 'publish'
