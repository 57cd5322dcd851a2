import { z } from 'zod'
import { formFlag, formId, id, instant } from '#domain/kernel/shapes.ts'
import { isEmptyText, writtenText } from '#domain/kernel/text.ts'
import { mark, newMarks } from '#domain/marks/model.ts'
import { conversationPicture } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { NOTE_MENTIONS_MAX } from '#domain/notes/limits.ts'
import { MESSAGE_MAX as WORDS_MAX } from '#domain/posts/field-limits.ts'
import { approval, post } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import { APPROVED_ROUNDS_MAX, CHECKLIST_LABEL_MAX, CHECKLIST_MAX, MESSAGE_MAX, STEPS_MAX } from './limits.ts'
import { approvalActionTypes, proposalOutcomes } from './status.ts'

/** A checklist item of a revision (docs/product/approvals.md "Checklist"). */
export const checklistItem = z.strictObject({ id, label: z.string(), is_checked: z.boolean() })
export type ChecklistItem = z.output<typeof checklistItem>

/** One entry of the approval history (docs/product/approvals.md "History"). */
export const approvalAction = z.strictObject({
  id,
  approval_id: id.nullable(),
  post_social_id: id,
  /** Null: there was no round, because approval had been skipped. */
  round: z.enum(approvalTypes).nullable(),
  type: z.enum(approvalActionTypes),
  message: z.string().nullable(),
  checkboxes: z.array(checklistItem),
  attachments: z.array(conversationPicture),
  /** The places that it is about. Missing: none. */
  marks: z.array(mark).optional(),
  created_at: instant,
  /** When its author last changed it. */
  edited_at: instant.optional(),
  /** Decided with a personal link, without signing in. */
  is_by_link: z.boolean().optional(),
  /** Who had copied that link, and so could have decided themselves. Missing: a mail carried it. */
  link_copied_by: z.string().optional(),
  /** Given by proposing words, which the agency has taken. */
  is_by_proposal: z.boolean().optional(),
  created_by_user: z
    .strictObject({ id, name: z.string(), avatar_image_link: z.string().nullable() })
    .nullable(),
})
export type ApprovalAction = z.output<typeof approvalAction>

/** Which rounds a post still needs; the names on the wire are camelCase. (docs/product/approvals.md "Plan") */
export const approvalPlan = z.strictObject({
  postId: id,
  isMasterContent: z.boolean(),
  isSingleRoundInternalApprove: z.boolean(),
  masterSocialNetwork: z.enum(socialNetworks).nullable(),
  rounds: z.strictObject({
    internal: z.strictObject({ isSkipped: z.boolean() }),
    external: z.strictObject({
      isSkipped: z.boolean(),
      /** Who of the client is asked after those of the first step, in order; nobody named: whoever decides for the client. Missing: nobody. */
      later: z.array(z.array(z.strictObject({ id, name: z.string() }))).optional(),
    }),
  }),
})
export type ApprovalPlan = z.output<typeof approvalPlan>

/** The history of one post social, newest action first. */
export const approvalHistory = z.strictObject({
  post_social_id: id,
  social_network: z.enum(socialNetworks),
  approvals: z.array(approval),
  actions: z.array(approvalAction),
  /** How many proposals of words are open (`listTextProposals`). Missing: none. */
  words_proposed: z.int().optional(),
})
export type ApprovalHistory = z.output<typeof approvalHistory>

/** An approval, signed in or by link: of what was shown. */
export const roundApproval = z.strictObject({
  post_social_id: id,
  /** The version the approver looked at; another one answers 409, so nobody approves what they did not see. */
  version: z.int().optional(),
  /** The version of each post social that the approval covers; required when it covers more than one (master content). */
  versions: z
    .array(z.strictObject({ post_social_id: id, version: z.int() }))
    .min(1)
    .max(20)
    .optional(),
  /** The round the approver was shown, so that a second click cannot approve the round that the first one opened. */
  approval_id: id.optional(),
  /** A comment with the approval, for the agency. */
  message: z.string().overwrite(writtenText).max(MESSAGE_MAX).optional(),
})

/** An approval by link: it names all that was shown. */
export const linkApproval = roundApproval.required({ version: true, versions: true, approval_id: true })

/** An approval of one's own to take back. */
export const undoneApproval = z.strictObject({ post_social_id: id, approval_id: id })

/** Who of the client is asked after the first, as a call says it. */
export const sentSteps = z
  .array(z.strictObject({ approvers: z.array(id).min(1), decide_by: instant.nullable().default(null) }))
  .max(STEPS_MAX - 1)
  .default([])

/** Approvals that are given together. */
export const roundApprovals = z.array(roundApproval).min(1).max(APPROVED_ROUNDS_MAX)
/** Approvals that are taken back together. */
export const undoneApprovals = z.array(undoneApproval).min(1).max(APPROVED_ROUNDS_MAX)

/** Why one of several was refused, as the call for it alone would answer. */
export const refusal = z.strictObject({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})

export type Refusal = z.output<typeof refusal>

/** What became of each version that a call names, in its order; and the posts in which anything was decided, as they are now. */
export const decisionResults = z.strictObject({
  results: z.array(
    z.strictObject({
      post_social_id: id,
      /** Null: it was decided. */
      refusal: refusal.nullable(),
    }),
  ),
  posts: z.array(post),
})
export type DecisionResults = z.output<typeof decisionResults>

/** An item of a checklist, as it was written. */
export const checklistLabel = z
  .string()
  .min(1)
  .max(CHECKLIST_LABEL_MAX)
  .refine(text => !isEmptyText(text), 'Write what is to be done.')

/** What a request for revision says, as the fields of a form. */
export const revisionForm = z.strictObject({
  approval_id: formId,
  message: z.string().max(MESSAGE_MAX).default(''),
  checkboxes: z
    .array(
      z.strictObject({
        label: checklistLabel,
        is_checked: formFlag.default(false),
      }),
    )
    .max(CHECKLIST_MAX)
    .default([]),
  /** Places in the version that the request is about. */
  marks: newMarks.default([]),
  /** People who are named in it, and are told. */
  mentions: z.array(formId).max(NOTE_MENTIONS_MAX).default([]),
  post_social_id: formId.optional(),
  post_id: formId.optional(),
  isMasterContent: formFlag.optional(),
  type: z.enum(['pending', 'approved']).optional(),
})

export const textProposal = z.strictObject({
  id,
  post_social_id: id,
  /** The text that its author had before them. */
  words_seen: z.string(),
  words: z.string(),
  proposed_at: instant,
  proposed_by: z.strictObject({ id, name: z.string() }),
  is_by_link: z.boolean(),
  /** What taking it leads to; null: the caller may not take it. */
  outcome: z.enum(proposalOutcomes).nullable(),
})
export type TextProposal = z.output<typeof textProposal>

/** Other words for a version that waits for the client, who names what was on their screen, as for an approval. */
export const wordsProposal = linkApproval.omit({ message: true }).extend({
  words: z.string().max(WORDS_MAX),
  /** A comment for the agency. */
  message: z.string().overwrite(writtenText).max(MESSAGE_MAX).optional(),
})
