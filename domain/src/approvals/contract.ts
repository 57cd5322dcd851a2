import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { day, id, instant, pathId } from '#domain/kernel/shapes.ts'
import { conversationPicture } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { post, postSummary } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import { schedule } from '#domain/schedules/model.ts'
import { LIST_LIMIT_MAX, LIST_PAGE, LIST_SEARCH_MAX, MESSAGE_MAX, REVISION_PICTURES_MAX } from './limits.ts'
import { approvalLists, isPlace, listOrders } from './list-place.ts'
import {
  approvalHistory,
  approvalPlan,
  checklistItem,
  decisionResults,
  refusal,
  revisionForm,
  roundApproval,
  roundApprovals,
  sentSteps,
  undoneApproval,
  undoneApprovals,
} from './model.ts'

export const getApprovals = endpoint({
  method: 'GET',
  path: '/posts/approvals/{postId}',
  summary: "Get a post's approval rounds, history and plan",
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: z.strictObject({ approvals: z.array(approvalHistory), approval_plan: approvalPlan }),
})

/**
 * Send to approval, and resend. All posts or none; with `is_partial` those that can be sent, each of them whole, and a refusal for each of
 * the others. With `post_social_id` only that version is sent.
 */
export const startApprovals = endpoint({
  method: 'POST',
  path: '/posts/approvals/batch',
  summary: 'Send posts for approval',
  permission: 'post.sendToApproval',
  scope: { post: 'body.posts_ids' },
  body: z.strictObject({
    posts_ids: z.array(id).min(1).max(SELECTED_MAX),
    concrete_internal_approver_id: z.array(id).default([]),
    concrete_external_approver_id: z.array(id).default([]),
    post_social_id: id.optional(),
    message: z.string().max(MESSAGE_MAX).optional(),
    /** Who of the client is asked after those in `concrete_external_approver_id`, in order. (docs/product/approvals.md "One after the other") */
    external_steps: sentSteps,
    /** The deadline of all of them; without it the project's rule gives each its own. (docs/product/approvals.md "Deadline") */
    decide_by: instant.optional(),
    is_partial: z.boolean().default(false),
  }),
  output: z.array(
    z.strictObject({
      post_id: id,
      post,
      /** Null: it was sent. */
      refusal: refusal.nullable(),
      /** What undoes the sending of all these posts, and for how many seconds; null: nothing can be undone. */
      undo: z.strictObject({ send_id: id, seconds: z.number() }).nullable(),
    }),
  ),
  failures: [
    'illegal_transition',
    'schedule_required',
    'barred_from_approval',
    'no_approvers',
    'post_has_problems',
  ],
})

export const approveRound = endpoint({
  method: 'POST',
  path: '/posts/approvals/approve-round',
  summary: 'Approve the open round',
  permission: 'post.approve',
  scope: { postSocial: 'body.post_social_id' },
  body: roundApproval,
  output: post,
  failures: ['illegal_transition', 'already_decided', 'not_your_turn', 'stale_version'],
})

/** Approves the open rounds of several versions, each as `approveRound` would: what is refused does not hold up the others. */
export const approveRounds = endpoint({
  method: 'POST',
  path: '/posts/approvals/approve-rounds',
  summary: 'Approve the open rounds of several versions',
  permission: 'post.approve',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ project_id: id, rounds: roundApprovals }),
  output: decisionResults,
})

/** Undoes the caller's own approval within moments, as if it had not been given. Refused once somebody has acted on it. */
export const undoApproval = endpoint({
  method: 'POST',
  path: '/posts/approvals/undo-approval',
  summary: 'Undo an approval of a moment ago',
  permission: 'post.approve',
  scope: { postSocial: 'body.post_social_id' },
  body: undoneApproval,
  output: post,
  failures: ['undo_ended'],
})

/** Undoes approvals of the caller that were given together, each as `undoApproval` would. */
export const undoApprovals = endpoint({
  method: 'POST',
  path: '/posts/approvals/undo-approvals',
  summary: 'Undo approvals of a moment ago',
  permission: 'post.approve',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ project_id: id, approvals: undoneApprovals }),
  output: decisionResults,
})

/**
 * Takes back what the caller has sent for approval a moment ago: statuses, chosen approvers and rounds are as they were. A post that an
 * approver has acted on stays sent; if that is true of all of them, the call fails.
 */
export const undoSending = endpoint({
  method: 'POST',
  path: '/posts/approvals/undo-sending',
  summary: 'Undo sending posts for approval a moment ago',
  permission: 'post.sendToApproval',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ project_id: id, send_id: id }),
  /** `post` is null if it was deleted in the meantime. */
  output: z.array(z.strictObject({ post_id: id, post: post.nullable(), refusal: refusal.nullable() })),
  failures: ['undo_ended'],
})

/** A request for revision needs a message, a checklist item or a picture. Attachments are images only. */
export const requestRevision = endpoint({
  method: 'POST',
  path: '/posts/approvals/revision',
  summary: 'Request a revision',
  permission: 'post.makeRevision',
  scope: { approval: 'body.approval_id' },
  body: revisionForm,
  files: { attachments: REVISION_PICTURES_MAX },
  output: post,
  failures: [
    ...(['illegal_transition', 'already_decided', 'not_your_turn'] as const),
    'unsupported_media_type',
    'too_large',
    'too_many_requests',
  ],
})

/** Withdraws an approval; with a message or a checklist it is "Unapprove and request revision". */
export const unapproveRound = endpoint({
  method: 'POST',
  path: '/posts/approvals/unapprove-round',
  summary: 'Unapprove a post social',
  permission: 'post.moveToUnapprovalList',
  scope: { approval: 'body.approval_id' },
  body: revisionForm,
  files: { attachments: REVISION_PICTURES_MAX },
  output: post,
  failures: [
    ...(['illegal_transition', 'already_live', 'being_published'] as const),
    'unsupported_media_type',
    'too_large',
    'too_many_requests',
  ],
})

export const checkRevisionItems = endpoint({
  method: 'PUT',
  path: '/posts/approvals/revision/checkboxes',
  summary: "Check off items of a revision's checklist",
  permission: 'post.answerChecklist',
  scope: { approvalAction: 'body.approval_action_id' },
  body: z.strictObject({
    approval_action_id: id,
    approval_id: id.optional(),
    post_social_id: id.optional(),
    checkboxes: z
      .array(z.strictObject({ id, is_checked: z.boolean() }))
      .min(1)
      .max(50),
  }),
  output: z.strictObject({ checkboxes: z.array(checklistItem), attachments: z.array(conversationPicture) }),
})

/** Reminds those who have not decided about the post. (docs/product/approvals.md "Reminders") */
export const remindApprovers = endpoint({
  method: 'POST',
  path: '/posts/approvals/remind',
  summary: 'Remind the approvers of a post',
  permission: 'post.sendToApproval',
  scope: { post: 'body.post_id' },
  body: z.strictObject({ post_id: id }),
  output: z.strictObject({ post_id: id, reminded_at: instant }),
  failures: ['illegal_transition', 'already_reminded'],
})

/** After the deadline, in a project that lets posts go live when the client is late. (docs/product/approvals.md "Late clients") */
export const applyLateRule = endpoint({
  method: 'POST',
  path: '/posts/approvals/apply-late-rule',
  summary: 'Approve for a client who is late',
  permission: 'post.skipApproval',
  scope: { post: 'body.post_id' },
  body: z.strictObject({ post_id: id }),
  output: post,
  failures: ['illegal_transition'],
})

/** Opens the next round if none is open: the external one after an internal approval. */
export const startNextRound = endpoint({
  method: 'POST',
  path: '/posts/approvals/next-round',
  summary: 'Start the next approval round',
  permission: 'post.sendToApproval',
  scope: { postSocial: 'body.post_social_id' },
  body: z.strictObject({ post_social_id: id }),
  output: post,
  failures: ['illegal_transition', 'no_approvers'],
})

const skippedApprovals = z.array(z.enum(approvalTypes)).min(1, 'Choose internal, external or both')

const skipAnswer = z.strictObject({
  approval_plan: approvalPlan,
  post_socials: post.shape.post_socials,
  post_status: post.shape.status,
  post,
})

export const skipApproval = endpoint({
  method: 'POST',
  path: '/posts/approvals/skip',
  summary: 'Skip approval rounds',
  permission: 'post.skipApproval',
  scope: { post: 'body.post_id' },
  body: z.strictObject({
    post_id: id,
    skipped_approvals: skippedApprovals,
  }),
  output: skipAnswer,
  failures: ['illegal_transition', 'schedule_required', 'barred_from_approval', 'post_has_problems'],
})

export const skipApprovalOfVersion = endpoint({
  method: 'POST',
  path: '/posts/approvals/skip-social',
  summary: 'Skip approval rounds of one version',
  permission: 'post.skipApproval',
  scope: { postSocial: 'body.post_social_id' },
  body: z.strictObject({ post_social_id: id, skipped_approvals: skippedApprovals }),
  output: skipAnswer,
  failures: ['illegal_transition', 'schedule_required', 'barred_from_approval', 'post_has_problems'],
})

const listParams = z.strictObject({ projectId: pathId })
const rangeParams = z.strictObject({ projectId: pathId, start: day, end: day })
const scheduledSummaries = z.strictObject({
  post_schedules: z.array(schedule.extend({ post: postSummary })),
})

/** What a list is narrowed by, and its order: every word of `q` is found in texts, networks or type; `social_network` names networks with commas between. */
const listFilter = {
  q: z.string().trim().max(LIST_SEARCH_MAX).optional(),
  social_network: z
    .string()
    .regex(/^[a-z]+(,[a-z]+)*$/)
    .max(100)
    .optional(),
  round: z.enum(approvalTypes).optional(),
  /** Only what waits for this person (`listFacts.waiting_for`). */
  waiting_for: z.coerce.number<string | number>().int().positive().optional(),
  /** Only posts of this campaign (`listFacts.campaigns`). */
  campaign: z.coerce.number<string | number>().int().positive().optional(),
  /** Only posts whose deadline has passed. */
  late: z.literal('true').optional(),
  /** By schedule, unless it says otherwise. */
  order: z.enum(listOrders).optional(),
}

/** A place in a list: the time and the id of a post (`placeOf`). It stays valid when that post leaves the list. */
const place = z.string().refine(isPlace, 'A place is a time and an id with "_" between them')

const pageQuery = z.strictObject({
  limit: z.coerce.number<string | number>().int().min(1).max(LIST_LIMIT_MAX).default(LIST_PAGE),
  /** Posts after this place. */
  after: place.optional(),
  /** Only these posts, ids with commas between them: what has become of posts that were listed. */
  posts: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .optional(),
  ...listFilter,
})

/**
 * A page of the posts that wait for the caller's decision, by schedule or deadline; the `Link` header names the next page.
 * (docs/product/approvals.md "Approval list")
 */
export const listPendingApproval = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/pending-approval',
  summary: 'List posts waiting for approval',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: listParams,
  query: pageQuery,
  output: z.array(post),
})

export const listApproved = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/approved',
  summary: 'List approved posts that have not been published',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: listParams,
  query: pageQuery,
  output: z.array(post),
})

export const listPendingApprovalInRange = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/pending-approval/{start}/{end}',
  summary: 'List posts waiting for approval in a range of days',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: rangeParams,
  output: scheduledSummaries,
})

export const listApprovedInRange = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/approved/{start}/{end}',
  summary: 'List approved posts in a range of days',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: rangeParams,
  output: scheduledSummaries,
})

const listFacts = z.strictObject({
  total: z.number(),
  /** How many of them wait for the caller, and not for others in whose place they may decide; of the approved ones, how many the caller may unapprove. */
  waiting: z.number(),
  /** How many have passed their deadline. */
  late: z.number(),
  /** What there is to filter by. */
  social_networks: z.array(z.enum(socialNetworks)),
  rounds: z.array(z.enum(approvalTypes)),
  /** By name. */
  campaigns: z.array(z.strictObject({ id, name: z.string() })),
  /** Whom the open rounds wait for, by name. Empty for clients, who are not told. */
  waiting_for: z.array(z.strictObject({ id, name: z.string() })),
})

/** What the approval lists hold, for headings and filters. */
export const countApprovalLists = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/approval-counts',
  summary: 'Count the posts of the approval lists',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: listParams,
  output: z.strictObject({ pending: listFacts, approved: listFacts }),
})

/**
 * The posts beside a place of a list, in its order and filter; the list wraps around. Without a place: as seen from before its first post.
 * (docs/product/approvals.md "Approval item")
 */
export const getApprovalNeighbours = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/approval-neighbours',
  summary: 'Get the posts beside one of an approval list',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: listParams,
  query: z.strictObject({ list: z.enum(approvalLists), at: place.optional(), ...listFilter }),
  output: z.strictObject({
    total: z.number(),
    /** Which of them stands at the place, from 1; null: its post is not in the list. */
    position: z.number().nullable(),
    previous: post.nullable(),
    next: post.nullable(),
    /** The next one that waits for the caller; of approved ones, that the caller may unapprove. */
    following: post.nullable(),
  }),
})
