import { phrase } from '#domain/kernel/languages/words.ts'
import type { StoredStatus } from '#domain/posts/status.ts'

/** Why a version did not go out at its time (docs/product/reports.md "What did not go out"). */
export const notOutReasons = [
  'waiting_for_agency',
  'waiting_for_client',
  'sent_back',
  'unfinished',
  'failed',
  'not_published',
] as const
export type NotOutReason = (typeof notOutReasons)[number]

/** The reason of each status. Null: it is out, or going out at this moment. */
const reasons: Record<StoredStatus, NotOutReason | null> = {
  temporary_draft: 'unfinished',
  draft: 'unfinished',
  pending_internal_approval: 'waiting_for_agency',
  pending_external_approval: 'waiting_for_client',
  pending_approval: 'waiting_for_agency',
  requires_revision: 'sent_back',
  unapproved: 'sent_back',
  publishing_failed: 'failed',
  approved: 'not_published',
  skip_approved: 'not_published',
  scheduled: 'not_published',
  pending_publish: 'not_published',
  on_publishing: null,
  live: null,
}

/** Why a version whose time has passed is not out; null: it is, or is on its way. */
export const notOutReason = (status: StoredStatus): NotOutReason | null => reasons[status]

/** Whether the post missed its time because nobody had approved it. */
export const isMissedApproval = (reason: NotOutReason): boolean =>
  reason === 'waiting_for_agency' || reason === 'waiting_for_client' || reason === 'sent_back'

/** For the reader of a report. */
export const notOutWords: Record<NotOutReason, string> = {
  waiting_for_agency: phrase('The agency had not approved it'),
  waiting_for_client: phrase('The client had not approved it'),
  sent_back: phrase('A revision was not finished'),
  unfinished: phrase('It was still a draft'),
  failed: phrase('The network did not accept it'),
  not_published: phrase('Nobody published it'),
}
