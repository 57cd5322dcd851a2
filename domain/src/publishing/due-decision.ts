import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { MISSED_WINDOW_MINUTES, mustNotAutopost } from '#domain/schedules/timing.ts'

/** What is known about a post social at its due time. `latenessMinutes`: how long ago that was, by the database's clock. */
export type DueFacts = {
  readonly status: PostSocialStatus
  readonly isAutoposting: boolean
  /** The project lets posts go live when the client is late (`bypass-external-approval-when-internal-approved`). */
  readonly bypass: boolean
  /** Somebody approved in the internal round; skipping it does not count. */
  readonly internalApproved: boolean
  /** The content is what was approved or cleared. */
  readonly digestMatches: boolean
  readonly latenessMinutes: number
}

/**
 * What the due time does to a post social. `approve_by_system_first`: decide again once that is done; `overdue`: change nothing and inform
 * its people; `nothing`: it is being published, done, or already waits for a person.
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
  temporary_draft: 'beyond',
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
  // Checked before autoposting: a person should not publish it by hand either.
  { when: facts => !facts.digestMatches, is: 'content_changed' },
  // A person decides when, so being late is no reason to fail.
  { when: facts => !facts.isAutoposting, is: 'manual_publish_due' },
  { when: isTooLate, is: 'missed_window' },
]

/**
 * What happens to a post social at its due time (docs/product/publishing.md "At the due time"). Pure: the caller locks the row and calls this only once,
 * so that a later approval does not make the post go out by itself.
 */
export const dueDecision = (facts: DueFacts): DueDecision =>
  dueTable.find(row => row.when(facts, standings[facts.status]))?.is ?? 'publish'

/** Whether the due time sends a version: since it was scheduled, its type may have become one that only a person publishes. */
export const isSentByGalley = (isAutoposting: boolean, network: SocialNetwork, type: PostType): boolean =>
  isAutoposting && !mustNotAutopost([network], type)
