import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { mediaReplication, objectData, objectTypes, videoConversion } from '#domain/media/model.ts'
import { mediaReplicationStatuses } from '#domain/media/status.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { schedule } from '#domain/schedules/model.ts'
import { ALT_TEXT_MAX, SHORT_TEXT_MAX } from './field-limits.ts'
import {
  approvalStatuses,
  approvalTypes,
  firstCommentStatuses,
  postSocialStatuses,
  postStatuses,
} from './status.ts'
import { writingFields } from './writing-fields.ts'

/** Somebody or something named in the text; only mentions still present in the text are sent (docs/product/hashtags.md "Mentions"). */
export const mention = z.strictObject({
  id: z.string().max(255),
  mention: z.string().max(255),
  name: z.string().max(255).optional(),
  username: z.string().max(255).optional(),
})
export type Mention = z.output<typeof mention>

export const contentTag = z.strictObject({ id: z.string().max(255), name: z.string().max(255) })

/** What an attachment carries besides its file (docs/product/posts.md "Attachments"). */
export const attachmentExtraFields = z.strictObject({
  link: z.string().max(2048).optional(),
  name: z.string().max(SHORT_TEXT_MAX).optional(),
  title: z.string().max(SHORT_TEXT_MAX).optional(),
  description: z.string().max(SHORT_TEXT_MAX).optional(),
  alt_text: z.string().max(ALT_TEXT_MAX).optional(),
  is_child_link: z.boolean().optional(),
  content_tags: z.array(contentTag).max(50).optional(),
})

export const attachmentDescriptions = ['media', 'link', 'child-link'] as const

export const attachment = z.strictObject({
  id,
  post_social_id: id,
  /** The uploaded file's id; null for a link. */
  object_id: id.nullable(),
  object_type: z.enum(objectTypes),
  /** Of the file as this version publishes it: the converted one, once there is one. */
  object_data: objectData.nullable(),
  /** Of a video that the network does not take as it is. */
  conversion: videoConversion.optional(),
  /** Of a file, or its thumbnail, that is still being copied from another project. */
  replication: mediaReplication.optional(),
  /** The cover of a video or the picture of a link card; null if none was chosen. */
  thumbnail_object_id: id.nullable(),
  thumbnail_object_data: objectData.nullable(),
  description: z.enum(attachmentDescriptions),
  extra_fields: attachmentExtraFields,
  created_at: instant,
  updated_at: instant,
})
export type Attachment = z.output<typeof attachment>

/** What a linked page says about itself. `has_tags`: whether in Open Graph or Twitter tags. */
export const pageCard = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** The picture's address; null if there is none. */
  picture: z.string().nullable(),
  has_tags: z.boolean(),
})

export type PageCard = z.output<typeof pageCard>

/**
 * What the card of a version's link is made of since the version was sent, where the network does not read the page itself. `page`: what was
 * known of the linked page at that moment; null: it had not been read. (docs/product/previews.md "Link cards")
 */
export const linkedPage = z.strictObject({ url: z.string(), page: pageCard.nullable() })
export type LinkedPage = z.output<typeof linkedPage>

export const postSocialExtraFields = z.strictObject({
  mentions: z.array(mention).max(200).optional(),
  content_tags: z.array(contentTag).max(50).optional(),
  is_child_link: z.boolean().optional(),
})

/** One approval round of a post social. `approvers`: who must decide; empty means any approver of that kind. */
export const approval = z.strictObject({
  id,
  type: z.enum(approvalTypes),
  status: z.enum(approvalStatuses),
  round: z.number(),
  post_social_id: id,
  is_master_content: z.boolean(),
  concrete_approver_id: z.array(id),
  approvers: z.array(z.strictObject({ id, name: z.string(), has_approved: z.boolean() })),
  /** Which step of the client's approval, from 2 on. Missing: the first, or all at once. */
  step: z.int().optional(),
  /** The deadline that was chosen for this step. Missing: none was, or it is the first. */
  decide_by: instant.optional(),
  opened_at: instant,
  closed_at: instant.nullable(),
})
export type Approval = z.output<typeof approval>

/** A post's version for one network (docs/product/posts.md "Post social"). */
export const postSocial = z.strictObject({
  id,
  post_id: id,
  social_network: z.enum(socialNetworks),
  type: z.enum(postTypes),
  message: z.string(),
  first_comment: z.string(),
  /** Serialised rich text of the editor, or null where only plain text was ever sent. */
  message_editor_state: z.string().nullable(),
  attachments: z.array(attachment),
  attachment_order: z.array(id),
  /** The names of the files that are being uploaded for it: it cannot go out before they have arrived or are given up. */
  awaited_files: z.array(z.string()),
  /** Whether it says what the post's other followers say, and changes with them; otherwise it is adapted. */
  follows_shared: z.boolean(),
  /** What its link's card is made of; null: what the page says now, as for every version that is not sent. */
  linked_page: linkedPage.nullable(),
  extra_fields: postSocialExtraFields,
  has_multi_attachments: z.boolean(),
  status: z.enum(postSocialStatuses),
  is_approved: z.boolean(),
  is_unapproved: z.boolean(),
  /** The name of the account that it was approved for. Only while it waits for its time and another one is connected in its place. */
  approved_for: z.string().optional(),
  /** While it waits for an approval: the name of the account that was connected before, if an approval would now be for another one. */
  account_before: z.string().optional(),
  is_master_content: z.boolean(),
  approvals: z.array(approval),
  /** The latest round of each kind; null before the first. */
  internal_approval_id: id.nullable(),
  external_approval_id: id.nullable(),
  last_social_api_response: z.string().nullable(),
  failure_reason: z.string().nullable(),
  /** Where the public sees it, once live. */
  permalink: z.string().nullable(),
  published_at: instant.nullable(),
  first_comment_status: z.enum(firstCommentStatuses),
  /** The network's answer if it refused the first comment. */
  first_comment_response: z.string().nullable(),
  /** The version of the content that was last sent; null before. */
  sent_version: z.number().nullable(),
  /** Increases with every change of the content; sent back with a save, so that nothing is overwritten silently. */
  version: z.number(),
  created_at: instant,
  updated_at: instant,
  deleted_at: instant.nullable(),
})
export type PostSocial = z.output<typeof postSocial>

/** Who of the client is asked once those before them have approved (docs/product/approvals.md "One after the other"). */
export const externalStep = z.strictObject({
  approvers: z.array(id),
  /** Until when; null: by the project's rule. */
  decide_by: instant.nullable(),
})
export type ExternalStep = z.output<typeof externalStep>

/** A post with all the versions that the caller may see (docs/product/posts.md "Post"). */
export const post = z.strictObject({
  id,
  project_id: id,
  type: z.enum(postTypes),
  status: z.enum(postStatuses),
  message: z.string(),
  first_comment: z.string(),
  /** The campaign that it belongs to. Null: none, or one that is in the bin (docs/product/campaigns.md "Deleting"). */
  campaign_id: id.nullable(),
  /** The post of the same project that it was duplicated from. */
  parent_post_id: id.nullable(),
  /** Of the files of a duplicate; null: it is none, or came without files from another project. */
  media_replication_status: z.enum(mediaReplicationStatuses).nullable(),
  created_by: z.strictObject({ id, name: z.string() }).nullable(),
  created_at: instant,
  updated_at: instant,
  deleted_at: instant.nullable(),
  master_social_post_id: id.nullable(),
  master_social_network: z.enum(socialNetworks).nullable(),
  concrete_internal_approver: z.array(id),
  concrete_external_approver: z.array(id),
  /** Who of the client is asked after those, in order. */
  external_steps: z.array(externalStep),
  /** The rounds that were skipped, stored on the plan. */
  skipped_approvals: z.array(z.enum(['internal', 'external'])),
  /** Post socials that the caller may approve now, and may unapprove. */
  can_approve_post_socials: z.array(id),
  can_unapprove_post_socials: z.array(id),
  latest_schedule: schedule.nullable(),
  post_socials: z.array(postSocial),
  isEditable: z.boolean(),
  is_overdue: z.boolean(),
  /** Until when the open round that the caller sees should be decided; of several the first. Null: none is open. */
  decide_by: instant.nullable(),
  /** What becomes of it if nobody decides; null: nobody is asked. */
  on_silence: z.enum(['goes_out', 'stays']).nullable(),
})
export type Post = z.output<typeof post>

/** How much of a post's text a summary has, in characters: about what a card of a week or a pop-up has room for. */
export const SUMMARY_TEXT_MAX = 120

/** How much of a network's answer a summary has, in characters: what a hint has room for. */
export const SUMMARY_ANSWER_MAX = 300

/** Only of a version whose publishing failed, and only if the network answered; a longer one is cut. */
const failedAnswer = z.string().optional()

/** A post as lists and the calendar show it: light, so that a month of 1,500 items stays fast. */
export const postSummary = z.strictObject({
  id,
  project_id: id,
  type: z.enum(postTypes),
  status: z.enum(postStatuses),
  /** The first network's text; a longer one is cut and ends with an ellipsis. */
  message: z.string(),
  /** The first picture's small preview: a photo, a video's cover or a card's picture. A path on Galley's own host. */
  preview: z.string().nullable(),
  updated_at: instant,
  is_overdue: z.boolean(),
  /** As `campaign_id` of the post, only if it has one. */
  campaign_id: id.optional(),
  /** As `decide_by` of the post, only while it is in approval. */
  decide_by: instant.optional(),
  /** Only while files of a duplicate have not arrived. */
  media_replication_status: z.enum(mediaReplicationStatuses).optional(),
  post_socials: z.array(
    z.strictObject({
      id,
      social_network: z.enum(socialNetworks),
      type: z.enum(postTypes),
      status: z.enum(postSocialStatuses),
      is_approved: z.boolean(),
      /** Only of a version that waits for its time and was approved for another account than the one connected now. */
      is_for_other_account: z.literal(true).optional(),
      last_social_api_response: failedAnswer,
    }),
  ),
})
export type PostSummary = z.output<typeof postSummary>

/** A found post, short: the words around the match, and what leads to it. `role`: the caller's in its project. */
export const foundPost = z.strictObject({
  id,
  project_id: id,
  project_name: z.string(),
  role: z.enum(roles),
  status: z.enum(postStatuses),
  /** The versions that the caller sees. */
  versions: z.array(
    z.strictObject({
      social_network: z.enum(socialNetworks),
      status: z.enum(postSocialStatuses),
      is_approved: z.boolean(),
      last_social_api_response: failedAnswer,
    }),
  ),
  schedule: z.strictObject({ datetime: instant, timezone: z.string() }).nullable(),
  /** The parts of one text, in order; empty for a post without text. */
  excerpt: z.array(z.strictObject({ text: z.string(), is_match: z.boolean() })),
})
export type FoundPost = z.output<typeof foundPost>

/** A post that is on Instagram, as the grid preview shows it. (docs/product/previews.md "Instagram grid") */
export const instagramMediaItem = z.strictObject({
  id: z.string(),
  thumbnail_url: z.string().nullable(),
  media_url: z.string().nullable(),
  message: z.string(),
  permalink: z.string().nullable(),
  created_at: instant,
  /** The post of this project that it was published from; null if it was not published by Galley. */
  post_id: id.nullable(),
})
export type InstagramMediaItem = z.output<typeof instagramMediaItem>

/** What is looked for and put in its place, as people type it. An empty replacement removes the words. */
export const textReplacement = z.strictObject({
  find: z.string().min(1).max(255),
  replacement: z.string().max(255),
  is_whole_word: z.boolean(),
  is_case_matched: z.boolean(),
})
export type TextReplacement = z.output<typeof textReplacement>

/** What somebody is writing in: which field, of which network's version. */
export const writing = z.strictObject({
  field: z.enum(writingFields),
  social_network: z.enum(socialNetworks),
})
export type Writing = z.output<typeof writing>

/** Somebody else who has a post open; `writing` is null while they only look. */
export const postViewer = z.strictObject({
  user_id: id,
  is_client: z.boolean(),
  writing: writing.nullable(),
})
export type PostViewer = z.output<typeof postViewer>

/**
 * What a live stream says in a message named `presence`: who else has a post open that the listener has open as well. A message `null` asks
 * the page to report its open post again.
 */
export const presenceMessage = z.strictObject({ post_id: id, viewers: z.array(postViewer) })
export type PresenceMessage = z.output<typeof presenceMessage>
