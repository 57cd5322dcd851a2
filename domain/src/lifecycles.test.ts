import { describe, expect, it } from 'vitest'
import { type EventOf, type Lifecycle, next } from './kernel/lifecycle.ts'
import { lifecycles } from './lifecycles.ts'
import { heldBack, postSocialLifecycle } from './posts/status.ts'

type StateOf<L> = L extends Lifecycle<infer State, string> ? State : never
type Walk = {
  [name in keyof typeof lifecycles]: Record<
    StateOf<(typeof lifecycles)[name]>,
    Partial<Record<EventOf<(typeof lifecycles)[name]>, StateOf<(typeof lifecycles)[name]>>>
  >
}

/** What the gateway may report in every status. */
const reportedOfSubscription = {
  reported_trialing: 'trialing',
  reported_active: 'active',
  reported_past_due: 'past_due',
  reported_unpaid: 'unpaid',
  reported_canceled: 'canceled',
} as const
const reportedOfInvoice = {
  reported_draft: 'draft',
  reported_open: 'open',
  reported_paid: 'paid',
  reported_uncollectible: 'uncollectible',
  reported_void: 'void',
} as const
const firstComment = {
  none: {},
  pending: { added: 'added', given_up: 'failed' },
  added: {},
  failed: { added: 'added', retried: 'pending' },
} as const

/** Written by hand: every status with what can happen in it, and where that leads. Anything else is impossible. */
const expected: Walk = {
  postSocialLifecycle: {
    temporary_draft: {
      saved_as_draft: 'draft',
      internal_round_started: 'pending_internal_approval',
      external_round_started: 'pending_external_approval',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    draft: {
      internal_round_started: 'pending_internal_approval',
      external_round_started: 'pending_external_approval',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    requires_revision: {
      internal_round_started: 'pending_internal_approval',
      external_round_started: 'pending_external_approval',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    unapproved: {
      internal_round_started: 'pending_internal_approval',
      external_round_started: 'pending_external_approval',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    pending_internal_approval: {
      sending_undone_to_temporary_draft: 'temporary_draft',
      sending_undone_to_draft: 'draft',
      sending_undone_to_requires_revision: 'requires_revision',
      sending_undone_to_unapproved: 'unapproved',
      external_round_started: 'pending_external_approval',
      approved: 'approved',
      revision_requested: 'requires_revision',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    pending_external_approval: {
      sending_undone_to_temporary_draft: 'temporary_draft',
      sending_undone_to_draft: 'draft',
      sending_undone_to_requires_revision: 'requires_revision',
      sending_undone_to_unapproved: 'unapproved',
      approved: 'approved',
      revision_requested: 'requires_revision',
      internal_round_reopened: 'pending_internal_approval',
      external_round_reopened: 'pending_external_approval',
      approval_skipped: 'scheduled',
      publishing_started_by_admin: 'on_publishing',
    },
    approved: {
      external_round_started: 'pending_external_approval',
      revision_requested: 'requires_revision',
      unapproved: 'unapproved',
      internal_round_reopened: 'pending_internal_approval',
      external_round_reopened: 'pending_external_approval',
      manual_publish_due: 'pending_publish',
      publishing_started: 'on_publishing',
      publishing_started_by_admin: 'on_publishing',
      publishing_failed: 'publishing_failed',
    },
    scheduled: {
      clearance_withdrawn: 'draft',
      manual_publish_due: 'pending_publish',
      publishing_started: 'on_publishing',
      publishing_started_by_admin: 'on_publishing',
      publishing_failed: 'publishing_failed',
    },
    pending_publish: {
      approved_rescheduled: 'approved',
      skipped_rescheduled: 'scheduled',
      publishing_started: 'on_publishing',
      publishing_started_by_admin: 'on_publishing',
    },
    publishing_failed: {
      approved_rescheduled: 'approved',
      skipped_rescheduled: 'scheduled',
      publishing_started: 'on_publishing',
      publishing_started_by_admin: 'on_publishing',
      confirmed_live: 'live',
    },
    on_publishing: {
      published: 'live',
      publishing_failed: 'publishing_failed',
      withdrawn_to_approved: 'approved',
      withdrawn_to_scheduled: 'scheduled',
      withdrawn_to_pending_publish: 'pending_publish',
      withdrawn_to_draft: 'draft',
    },
    live: {},
    deleted: {},
    pending_approval: {},
    skip_approved: {},
  },
  approvalLifecycle: {
    open: { approved: 'approved', revision_requested: 'revision_requested', superseded: 'superseded' },
    approved: {
      revision_requested: 'revision_requested',
      unapproved: 'unapproved',
      reopened: 'open',
      superseded: 'superseded',
    },
    revision_requested: {},
    unapproved: {},
    superseded: { restored_as_approved: 'approved', restored_as_open: 'open' },
  },
  textProposalLifecycle: {
    open: { taken: 'taken', declined: 'declined', withdrawn: 'withdrawn' },
    taken: { withdrawn: 'withdrawn' },
    declined: {},
    withdrawn: {},
  },
  publicationLifecycle: {
    queued: { claimed: 'preparing', rejected: 'failed', cancelled: 'cancelled' },
    preparing: { released: 'queued', sent: 'sending', rejected: 'failed', cancelled: 'cancelled' },
    sending: { answer_lost: 'unknown', found_live: 'live', rejected: 'failed', not_sent: 'queued' },
    unknown: { found_live: 'live', found_absent: 'queued', rejected: 'failed' },
    failed: { confirmed_live: 'live' },
    live: {},
    cancelled: {},
  },
  firstCommentLifecycle: firstComment,
  followUpCommentLifecycle: firstComment,
  subscriptionLifecycle: {
    trialing: { ...reportedOfSubscription, ended: 'canceled' },
    active: { ...reportedOfSubscription, ended: 'canceled' },
    past_due: { ...reportedOfSubscription, ended: 'canceled' },
    unpaid: { ...reportedOfSubscription, ended: 'canceled' },
    canceled: {
      ...reportedOfSubscription,
      started_again_with_trial: 'trialing',
      started_again: 'active',
    },
  },
  invoiceLifecycle: {
    draft: reportedOfInvoice,
    open: { ...reportedOfInvoice, lost: 'void' },
    paid: reportedOfInvoice,
    uncollectible: reportedOfInvoice,
    void: reportedOfInvoice,
  },
  conversionLifecycle: {
    queued: { claimed: 'running', cancelled: 'cancelled' },
    running: { claimed: 'running', finished: 'done', given_up: 'failed', cancelled: 'cancelled' },
    done: {},
    failed: { restarted: 'queued' },
    cancelled: { restarted: 'queued' },
  },
  mediaCopyLifecycle: {
    'pending-duplication': { claimed: 'in-progress' },
    'in-progress': { claimed: 'in-progress', copied: 'duplicated', given_up: 'failed' },
    duplicated: {},
    failed: { retried: 'pending-duplication' },
  },
  importLifecycle: {
    checked: { started: 'running' },
    running: { finished: 'done' },
    done: { undone: 'undone' },
    undone: {},
  },
  archiveLifecycle: { running: { finished: 'ready', given_up: 'failed' }, ready: {}, failed: {} },
  mailLifecycle: {
    queued: { accepted: 'sent', given_up: 'failed' },
    sent: {},
    failed: { sent_again: 'queued' },
  },
}

/** Statuses that exist only as names: on the wire, or shown from another column. */
const names = { postSocialLifecycle: ['pending_approval', 'skip_approved', 'deleted'] }

const all = Object.entries(lifecycles).map(
  ([key, lifecycle]) => [lifecycle.name, key, lifecycle as Lifecycle<string, string>] as const,
)

describe.each(all)('The lifecycle of a %s', (_name, key, lifecycle) => {
  const table = expected[key as keyof Walk] as Record<string, Record<string, string>>
  const pairs = lifecycle.states.flatMap(status =>
    Object.keys(lifecycle.events).map(event => [status, event] as const),
  )

  it.each(pairs)('leads from %s by %s where the table says', (status, event) => {
    expect(next(lifecycle, status, event)).toBe(table[status]?.[event] ?? null)
  })

  it('reaches every status that is not only a name', () => {
    const reached = new Set(lifecycle.initial)
    // A set that grows while it is walked visits what is added, too.
    for (const status of reached) for (const led of Object.values(table[status] ?? {})) reached.add(led)
    expect(lifecycle.states.filter(status => !reached.has(status))).toEqual(
      names[key as keyof typeof names] ?? [],
    )
  })
})

describe('A post social', () => {
  it('never leaves live, so it cannot go out twice', () => {
    expect(expected.postSocialLifecycle.live).toEqual({})
  })

  it('goes out without approval only if an admin publishes it', () => {
    for (const status of heldBack) expect(next(postSocialLifecycle, status, 'publishing_started')).toBeNull()
  })
})
