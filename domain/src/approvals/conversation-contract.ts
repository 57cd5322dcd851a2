import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { formFlag, formId, id, instant, pathId } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { changedMarks, mark, newMarks, removedMarks, tickedMarks } from '#domain/marks/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { NOTE_MENTIONS_MAX } from '#domain/notes/limits.ts'
import { post } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import { activityKinds, activityTypes } from './activity.ts'
import { CHECKLIST_MAX, MESSAGE_MAX, QUESTION_MAX, REVISION_PICTURES_MAX } from './limits.ts'
import { approvalAction, checklistLabel, textProposal, wordsProposal } from './model.ts'
import { proposalOutcomes } from './status.ts'

/**
 * Changes one's own request for revision, or the message of one's own sending, while nobody has acted after it. Items without an id are
 * new; those left out are removed.
 */
export const updateRevisionComment = endpoint({
  method: 'POST',
  path: '/posts/approvals/update-revision-comment',
  summary: "Edit one's own request for revision, or the message of one's own sending",
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
          label: checklistLabel,
          is_checked: formFlag.default(false),
        }),
      )
      .max(CHECKLIST_MAX)
      .default([]),
    /** Pictures that it has and is to lose. */
    removed_attachments: z.array(formId).max(REVISION_PICTURES_MAX).default([]),
    /** New marks, and those with an id whose words change. All others stay. */
    marks: changedMarks.default([]),
    removed_marks: removedMarks,
  }),
  files: { attachments: REVISION_PICTURES_MAX },
  output: approvalAction.pick({ message: true, checkboxes: true, attachments: true, marks: true }),
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
    .overwrite(writtenText)
    .min(1, 'Write a message.')
    .max(QUESTION_MAX, `Message length should be less than ${QUESTION_MAX} characters.`),
  post_social_id: id.optional(),
  /** Places in the version that it is about. */
  marks: newMarks.default([]),
  /** People who are named in it, and are told. */
  mentions: z.array(id).max(NOTE_MENTIONS_MAX).default([]),
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

const changedMessage = questionBody.pick({ message: true }).extend({
  approval_action_id: id,
  /** New marks, and those with an id whose words change. All others stay. */
  marks: changedMarks.default([]),
  removed_marks: removedMarks,
})

/** Changes one's own question while nobody has acted after it, as `updateRevisionComment` changes a request. */
export const updateRevisionQuestion = endpoint({
  method: 'PUT',
  path: '/posts/approvals/revision/question',
  summary: "Edit one's own question about a round",
  permission: 'post.makeRevisionQuestion',
  scope: { approvalAction: 'body.approval_action_id' },
  body: changedMessage,
  output: approvalAction,
  failures: ['stale_version'],
})

export const updateRevisionAnswer = endpoint({
  method: 'PUT',
  path: '/posts/approvals/revision/answer',
  summary: "Edit one's own answer to a question about a round",
  permission: 'post.makeRevisionResponse',
  scope: { approvalAction: 'body.approval_action_id' },
  body: changedMessage,
  output: approvalAction,
  failures: ['stale_version'],
})

/** Ticks off marks of a request for revision, a question or an answer, or opens them again: all that are named, or none. */
export const checkRevisionMarks = endpoint({
  method: 'PUT',
  path: '/posts/approvals/revision/marks',
  summary: 'Tick off marks of a revision',
  permission: 'post.answerChecklist',
  scope: { approvalAction: 'body.approval_action_id' },
  body: z.strictObject({ approval_action_id: id, marks: tickedMarks }),
  output: z.strictObject({ marks: z.array(mark) }),
})

const scheduledTime = z.strictObject({
  date: z.string(),
  time: z.string(),
  is_autoposting: z.boolean(),
  /** The zone in which it was meant; null for what was recorded without it. */
  timezone: z.string().nullable(),
})

const changedText = z.strictObject({ before: z.string(), after: z.string() }).nullable()

/**
 * What an edit changed in a version, or alike in several. Of a text the stretch that changed, with some words around it and `…` where something is left
 * out; null: not changed in the end, or recorded without its words.
 */
const contentChange = z.strictObject({
  social_networks: z.array(z.enum(socialNetworks)),
  parts: z.array(z.string()),
  text: changedText,
  first_comment: changedText,
  /** How many files it had; the same number where files were replaced or their order changed. */
  media: z.strictObject({ before: z.number(), after: z.number() }).nullable(),
})

/** One entry of a post's activity. */
export const activity = z.strictObject({
  id: z.string(),
  kind: z.enum(activityKinds),
  type: z.enum(activityTypes),
  /** The kind of round, for entries of an approval. */
  round: z.enum(approvalTypes).nullable(),
  social_network: z.enum(socialNetworks).nullable(),
  created_at: instant,
  /** Decided with a personal link, without signing in. */
  is_by_link: z.boolean().optional(),
  /** Who had copied that link, and so could have decided themselves. Missing: a mail carried it. */
  link_copied_by: z.string().optional(),
  /** Given by proposing words, which the agency has taken. */
  is_by_proposal: z.boolean().optional(),
  /** Null: Galley itself, or for a client somebody of the agency. */
  created_by_user: approvalAction.shape.created_by_user,
  message: z.string().nullable(),
  /** What an edit changed. */
  changes: z.array(contentChange),
  /** The moment of the content that an edit brought back. */
  restored_from: instant.optional(),
  /** The times before and after a change of the schedule, on the wall clock of their zone. */
  schedule: z.strictObject({ before: scheduledTime.nullable(), after: scheduledTime.nullable() }).nullable(),
})
export type Activity = z.output<typeof activity>

/** What happened to a post, newest first, as far as the caller may know of it. */
export const listActivities = endpoint({
  method: 'GET',
  path: '/posts/{postId}/activities',
  summary: 'List what happened to a post',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  query: z.strictObject({
    kind: z.enum(activityKinds).optional(),
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,16}_[012]_\d{1,15}$/)
      .optional(),
  }),
  output: z.strictObject({ activities: z.array(activity), next: z.string().nullable() }),
})

/** Of an admin it is a proposal as well, but never an approval: they can edit and approve. */
export const proposeWords = endpoint({
  method: 'POST',
  path: '/posts/approvals/words',
  summary: 'Propose other words for a post social',
  permission: 'post.proposeWords',
  scope: { postSocial: 'body.post_social_id' },
  body: wordsProposal,
  output: textProposal,
  failures: ['illegal_transition', 'already_decided', 'not_your_turn', 'stale_version'],
})

/** What clients have proposed for the versions of a post and the agency has neither taken nor declined, oldest first. */
export const listTextProposals = endpoint({
  method: 'GET',
  path: '/posts/{postId}/text-proposals',
  summary: 'List the words that clients propose for a post',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: z.array(textProposal),
})

/** An edit of the text, which is already approved by its author where `isApprovedByProposal` says so. */
export const takeWords = endpoint({
  method: 'POST',
  path: '/posts/approvals/words/take',
  summary: 'Take the words that a client has proposed',
  permission: 'post.edit',
  scope: { postSocial: 'body.post_social_id' },
  body: z.strictObject({
    post_social_id: id,
    proposal_id: id,
    /** The version on the screen. */
    version: z.int(),
    /** What the screen said that it leads to; if it would lead to anything else by now, nothing is taken. */
    outcome: z.enum(proposalOutcomes),
  }),
  output: post,
  failures: [
    ...([
      'illegal_transition',
      'already_decided',
      'stale_version',
      'already_live',
      'being_published',
    ] as const),
    ...(['type_not_allowed', 'video_converting'] as const),
  ],
})

/** Keeps the text; the client is told why by a note. */
export const declineWords = endpoint({
  method: 'POST',
  path: '/posts/approvals/words/decline',
  summary: 'Decline the words that a client has proposed',
  permission: 'post.edit',
  scope: { postSocial: 'body.post_social_id' },
  body: z.strictObject({
    post_social_id: id,
    proposal_id: id,
    message: z.string().overwrite(writtenText).min(1, 'Write a message.').max(MESSAGE_MAX),
  }),
  output: z.array(textProposal),
  failures: ['already_decided'],
})
