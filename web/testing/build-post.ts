import type { Attachment, Post, PostSocial } from '#domain/posts/model.ts'
import { postStatus } from '#domain/posts/status.ts'

const at = '2026-11-20T09:00:00.000Z'

/** For tests: an attachment with an uploaded photo. */
export const uploaded = (id: number, objectId: number, name = `photo-${objectId}.jpg`): Attachment => ({
  id,
  post_social_id: 1,
  object_id: objectId,
  object_type: 'image',
  object_data: {
    public_url: `/media/${objectId}/original.jpg`,
    content_type: 'image/jpeg',
    file_size: 400_000,
    options: { width: 1200, height: 900, ratio: 4 / 3, type: 'image', duration: null },
    is_temporary: false,
    original_name: name,
    user_id: 7,
    previews: null,
  },
  thumbnail_object_id: null,
  thumbnail_object_data: null,
  description: 'media',
  extra_fields: {},
  created_at: at,
  updated_at: at,
})

/** For tests: a post's version for one network. */
export const buildPostSocial = (part: Partial<PostSocial> = {}): PostSocial => ({
  id: 1,
  post_id: 10,
  social_network: 'facebook',
  type: 'single_photo',
  message: 'Saved text',
  first_comment: '',
  message_editor_state: null,
  attachments: [],
  attachment_order: [],
  extra_fields: {},
  has_multi_attachments: false,
  status: 'draft',
  is_approved: false,
  is_unapproved: false,
  is_master_content: false,
  approvals: [],
  internal_approval_id: null,
  external_approval_id: null,
  last_social_api_response: null,
  failure_reason: null,
  permalink: null,
  published_at: null,
  first_comment_status: 'none',
  first_comment_response: null,
  sent_version: null,
  version: 1,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  ...part,
})

/** For tests: a post with these versions, with the status that follows from theirs. */
export const buildPost = (socials: PostSocial[], part: Partial<Post> = {}): Post => ({
  id: 10,
  project_id: 3,
  type: 'single_photo',
  status: postStatus(socials.map(({ status }) => status)),
  message: socials[0]?.message ?? '',
  first_comment: '',
  parent_post_id: null,
  created_by: { id: 7, name: 'Cora Creator' },
  created_at: at,
  updated_at: at,
  deleted_at: null,
  master_social_post_id: null,
  master_social_network: null,
  concrete_internal_approver: [],
  concrete_external_approver: [],
  skipped_approvals: [],
  can_approve_post_socials: [],
  can_unapprove_post_socials: [],
  latest_schedule: null,
  post_socials: socials,
  isEditable: true,
  is_overdue: false,
  ...part,
})
