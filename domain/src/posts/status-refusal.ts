import { type Failure, fail } from '#domain/kernel/failure.ts'
import { badgeStatus, type PostSocialStatus } from './status.ts'

const waiting = 'waiting for approval'

/** The words for a status inside a sentence: "… while the post is waiting for approval." */
const phrases: Readonly<Record<PostSocialStatus, string>> = {
  temporary_draft: 'not saved yet',
  draft: 'a draft',
  requires_revision: 'waiting for fixes',
  unapproved: 'waiting for fixes',
  pending_approval: waiting,
  pending_internal_approval: waiting,
  pending_external_approval: waiting,
  approved: 'approved',
  skip_approved: 'scheduled',
  scheduled: 'scheduled',
  pending_publish: 'waiting to be published by hand',
  on_publishing: 'being published',
  live: 'live',
  publishing_failed: 'marked as failed',
  deleted: 'deleted',
}

/** Refuses an action that the status of these versions does not allow, naming their common status. */
export const statusRefusal = (statuses: readonly PostSocialStatus[]): Failure<'illegal_transition'> =>
  fail('illegal_transition', {
    values: { status: statuses.length === 0 ? 'without a network' : phrases[badgeStatus(statuses)] },
  })
