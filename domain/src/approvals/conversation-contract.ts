import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { formFlag, formId, id, pathId } from '#domain/kernel/shapes.ts'
import {
  CHECKLIST_LABEL_MAX,
  CHECKLIST_MAX,
  MESSAGE_MAX,
  QUESTION_MAX,
  REVISION_PICTURES_MAX,
} from './limits.ts'
import { approvalAction } from './model.ts'

/** Changes one's own request for revision, while nobody has acted after it. Items without an id are new; those left out are removed. */
export const updateRevisionComment = endpoint({
  method: 'POST',
  path: '/posts/approvals/update-revision-comment',
  summary: "Edit one's own request for revision",
  permission: 'post.makeRevision',
  scope: { approvalAction: 'body.approval_action_id' },
  body: z.strictObject({
    approval_action_id: formId,
    approval_id: formId.optional(),
    message: z.string().max(MESSAGE_MAX).default(''),
    checkboxes: z
      .array(
        z.strictObject({
          id: formId.optional(),
          label: z.string().min(1).max(CHECKLIST_LABEL_MAX),
          is_checked: formFlag.default(false),
        }),
      )
      .max(CHECKLIST_MAX)
      .default([]),
  }),
  files: { attachments: REVISION_PICTURES_MAX },
  output: approvalAction.pick({ message: true, checkboxes: true, attachments: true }),
  failures: ['stale_version', 'unsupported_media_type', 'too_large', 'too_many_requests'],
})

/** True: the picture was removed; false: it had been removed already. */
export const deleteRevisionAttachment = endpoint({
  method: 'POST',
  path: '/posts/approvals/delete-attachment/{pictureId}',
  summary: "Remove a picture from one's own request for revision",
  permission: 'post.makeRevision',
  scope: { approvalAttachment: 'params.pictureId' },
  params: z.strictObject({ pictureId: pathId }),
  output: z.boolean(),
  failures: ['stale_version'],
})

const questionBody = z.strictObject({
  approval_id: id,
  message: z
    .string()
    .trim()
    .min(1, 'Write a message.')
    .max(QUESTION_MAX, `Message length should be less than ${QUESTION_MAX} characters.`),
  post_social_id: id.optional(),
})

/** Asks the people who decide a round something. Clients read it if the round is theirs. */
export const askRevisionQuestion = endpoint({
  method: 'POST',
  path: '/posts/approvals/revision/question',
  summary: 'Ask a question about a round',
  permission: 'post.makeRevisionQuestion',
  scope: { approval: 'body.approval_id' },
  body: questionBody,
  output: approvalAction,
  failures: ['illegal_transition'],
})

export const answerRevisionQuestion = endpoint({
  method: 'POST',
  path: '/posts/approvals/revision/answer',
  summary: 'Answer a question about a round',
  permission: 'post.makeRevisionResponse',
  scope: { approval: 'body.approval_id' },
  body: questionBody,
  output: approvalAction,
  failures: ['illegal_transition'],
})
