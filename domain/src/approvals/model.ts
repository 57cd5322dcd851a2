import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { conversationPicture } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { approval } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import { approvalActionTypes } from './status.ts'

/** A checklist item of a revision (docs/product/approvals.md "Checklist"). */
export const checklistItem = z.strictObject({ id, label: z.string(), is_checked: z.boolean() })
export type ChecklistItem = z.output<typeof checklistItem>

/** One entry of the approval history (docs/product/approvals.md "History"). */
export const approvalAction = z.strictObject({
  id,
  approval_id: id.nullable(),
  post_social_id: id,
  round: z.enum(approvalTypes),
  type: z.enum(approvalActionTypes),
  message: z.string().nullable(),
  checkboxes: z.array(checklistItem),
  attachments: z.array(conversationPicture),
  created_at: instant,
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
    external: z.strictObject({ isSkipped: z.boolean() }),
  }),
})
export type ApprovalPlan = z.output<typeof approvalPlan>

/** The history of one post social, newest action first. */
export const approvalHistory = z.strictObject({
  post_social_id: id,
  social_network: z.enum(socialNetworks),
  approvals: z.array(approval),
  actions: z.array(approvalAction),
})
export type ApprovalHistory = z.output<typeof approvalHistory>
