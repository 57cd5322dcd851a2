import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { day, id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { schedule } from '#domain/schedules/model.ts'
import { EDITOR_STATE_MAX, FIRST_COMMENT_MAX, MESSAGE_MAX } from './field-limits.ts'
import {
  attachmentDescriptions,
  attachmentExtraFields,
  foundPost,
  instagramMediaItem,
  pageCard,
  post,
  postSocialExtraFields,
  postSummary,
  textReplacement,
  writing,
} from './model.ts'
import { POST_SEARCH_MAX } from './search-excerpt.ts'

/** The error is in words for people, beside whatever was found. (docs/product/previews.md "Instagram grid") */
export const getInstagramGrid = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/instagram-posts-grid',
  summary: 'List the latest posts of the Instagram account',
  permission: 'post.see',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.strictObject({ payload: z.array(instagramMediaItem), error: z.string().nullable() }),
})

/**
 * What a linked page says about itself, read in the last week or now; `refresh` reads it again. `problem`: why it could not be read, in
 * words; the facts are then the last that are known. (docs/product/previews.md "Link cards")
 */
export const getLinkPreview = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/link-preview',
  summary: 'Get the title, description and picture of a linked page',
  permission: 'post.see',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({ url: z.string().max(2048), refresh: z.enum(['1']).optional() }),
  failures: ['too_many_pages'],
  output: z.strictObject({
    ...pageCard.shape,
    url: z.string(),
    problem: z.string().nullable(),
    read_at: instant.nullable(),
  }),
})

const networkList = z
  .array(z.enum(socialNetworks))
  .min(1)
  .refine(list => new Set(list).size === list.length, 'Each network once')

/**
 * The answer is the created schedule with its post; the schedule's own fields are null until the post is scheduled.
 */
export const createPost = endpoint({
  method: 'POST',
  path: '/posts',
  summary: 'Create a post for one or more networks',
  permission: 'post.create',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    project_id: id,
    social_networks: networkList,
    type: z.enum(postTypes).default('single_photo'),
    is_temporary: z.boolean().default(false),
  }),
  output: z.strictObject({ id: id.nullable(), post_id: id, post, schedule: schedule.nullable() }),
  failures: ['network_not_connected', 'type_not_allowed'],
})

export const getPost = endpoint({
  method: 'GET',
  path: '/posts/{postId}',
  summary: 'Get a post with its versions',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: post,
})

/** The same, by project and post, as a manage-post path carries them. */
export const getPostOfProject = endpoint({
  method: 'GET',
  path: '/posts/{projectId}/{postId}',
  summary: 'Get a post of a project',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ projectId: pathId, postId: pathId }),
  output: post,
})

/** "I have this post open": a sign of life of one tab, sent every few seconds and when the person starts or stops writing. */
export const reportPresence = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/presence',
  summary: 'Say that one has a post open',
  permission: 'post.see',
  // Not the post: leaving one that has just been deleted is no error.
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({
    post_id: id,
    /** Any name for the tab, the same as long as it is open. */
    tab: z.string().regex(/^[\w-]{8,40}$/),
    /** Counts up with each call of the tab: one that was overtaken by a later one changes nothing. */
    count: z.int().min(0),
    writing: writing.nullable(),
    /** True: the tab no longer shows the post. */
    is_leaving: z.boolean().default(false),
  }),
  output: nothing,
})

export const listPosts = endpoint({
  method: 'GET',
  path: '/posts/{projectId}/{start}/{end}',
  summary: 'List posts scheduled in a range of days, and posts without a schedule',
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, start: day, end: day }),
  output: z.array(postSummary.extend({ latest_schedule: schedule.nullable() })),
})

/**
 * The caller's own posts that were begun and never saved as a draft, newest first: the first five, and how many there are
 * (docs/product/posts.md "Leaving").
 */
export const listUnsavedPosts = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/posts/unsaved',
  summary: 'List your own posts that were never saved',
  permission: 'post.create',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.strictObject({ posts: z.array(postSummary), total: z.int() }),
})

/** What a save does to an attachment (docs/product/posts.md "Saving"). Positions follow `attachment_order`. */
export const mediaAction = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('attach'),
    /** The uploaded file; left out for a link, whose address is in `extra_fields.link`. */
    object_id: id.optional(),
    thumbnail_object_id: id.nullable().optional(),
    description: z.enum(attachmentDescriptions).default('media'),
    extra_fields: attachmentExtraFields.default({}),
  }),
  z.strictObject({ action: z.literal('detach'), id }),
  z.strictObject({
    action: z.literal('update'),
    id,
    extra_fields: attachmentExtraFields,
    /** Another file in its place, as a crop of it; left out, it stays. */
    object_id: id.optional(),
    /** Another picture for a video or a link card, null for none; left out, it stays. */
    thumbnail_object_id: id.nullable().optional(),
  }),
])
export type MediaAction = z.output<typeof mediaAction>

/** Saves the versions of a post; all of them or none. */
export const savePostSocials = endpoint({
  method: 'PUT',
  path: '/postssocials',
  summary: 'Save the text and media of post socials',
  permission: 'post.edit',
  scope: { post: 'body.post_id' },
  body: z.strictObject({
    post_id: id,
    project_id: id,
    /** `false` makes a temporary draft a draft ("Saving as draft creates the post as a normal (not temporary) post"). */
    is_temporary: z.boolean().optional(),
    post_socials: z
      .array(
        z.strictObject({
          id,
          /** The version the editor loaded; another one answers 409 `stale_version`. Left out: the last save wins. */
          version: z.int().optional(),
          type: z.enum(postTypes).optional(),
          message: z.string().max(MESSAGE_MAX).optional(),
          first_comment: z.string().max(FIRST_COMMENT_MAX).optional(),
          message_editor_state: z.string().max(EDITOR_STATE_MAX).nullable().optional(),
          extra_fields: postSocialExtraFields.optional(),
          media_actions: z.array(mediaAction).max(60).default([]),
          /** Ids of the attachments that stay, in order; newly attached ones follow in the order of their actions. */
          attachment_order: z.array(id).optional(),
          /** The names of the files that the editor is uploading for it; left out: as before. */
          awaited_files: z.array(z.string().min(1).max(255)).max(60).optional(),
          /** Whether it follows the shared content; then it says the same as all that follow. Left out: it does as long as it does. */
          follows_shared: z.boolean().optional(),
        }),
      )
      .min(1),
  }),
  output: post,
  failures: [
    'stale_version',
    'being_published',
    'already_live',
    'illegal_transition',
    'type_not_allowed',
    'video_converting',
  ],
})

/** Versions of one post that are changed together, each as the person saw it. */
const seenVersions = z.array(z.strictObject({ id, version: z.int() })).min(1)

/**
 * Where these posts say something, for people to choose from (docs/product/bulk-edits.md "Replace a word"). A row is one text of a post:
 * what its followers share, or one adapted version. `refusal`: why it cannot be changed, in words.
 */
export const findTextMatches = endpoint({
  method: 'POST',
  path: '/posts/text-matches',
  summary: 'Find a word in several posts',
  permission: 'post.edit',
  cost: 'search',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    project_id: id,
    post_ids: z.array(id).min(1).max(SELECTED_MAX),
    ...textReplacement.omit({ replacement: true }).shape,
  }),
  output: z.array(
    z.strictObject({
      post_id: id,
      networks: z.array(z.enum(socialNetworks)),
      versions: seenVersions,
      refusal: z.string().nullable(),
      /** Whether the caller's change has it approved again. */
      needs_approval: z.boolean(),
      matches: z.array(
        z.strictObject({
          field: z.enum(['message', 'first_comment']),
          before: z.string(),
          found: z.string(),
          after: z.string(),
        }),
      ),
      /** How many matches there are beyond the first ones, which are listed. */
      more: z.int(),
    }),
  ),
  failures: ['too_large'],
})

export const savedText = z.strictObject({
  id,
  version: z.int(),
  message: z.string(),
  first_comment: z.string(),
  message_editor_state: z.string().nullable(),
  extra_fields: postSocialExtraFields,
  follows_shared: z.boolean(),
})
/** A version's texts as they were before a change, with the number that the version has after it. */
export type SavedText = z.output<typeof savedText>

/**
 * Replaces a word in drafts: each post by itself, whole or not at all. `saved`: the versions as they were, with the number that they have
 * now, so that `savePostSocials` can restore them.
 */
export const replaceText = endpoint({
  method: 'PUT',
  path: '/posts/text',
  summary: 'Replace a word in several drafts',
  permission: 'post.edit',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    project_id: id,
    ...textReplacement.shape,
    posts: z
      .array(z.strictObject({ post_id: id, versions: seenVersions }))
      .min(1)
      .max(50)
      .refine(rows => new Set(rows.map(row => row.post_id)).size === rows.length, 'Each post once'),
  }),
  output: z.array(
    z.strictObject({
      post_id: id,
      /** Why it was left as it was, in words; null: it was changed. */
      refusal: z.string().nullable(),
      saved: z.array(savedText),
    }),
  ),
})

export const listAllowedTypes = endpoint({
  method: 'POST',
  path: '/posts/types/allowed',
  summary: 'List the post types that all the given networks support',
  permission: 'signed-in',
  body: z.strictObject({ social_networks: networkList }),
  output: z.strictObject({ types: z.array(z.enum(postTypes)) }),
})

const deletionFailures = ['being_published', 'already_live'] as const

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/posts/{postId}',
  summary: 'Delete a post (can be undone)',
  permission: 'post.delete',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: nothing,
  failures: deletionFailures,
})

export const deletePosts = endpoint({
  method: 'DELETE',
  path: '/posts',
  summary: 'Delete several posts, all or none',
  permission: 'post.delete',
  scope: { post: 'body.post_ids' },
  body: z.strictObject({ post_ids: z.array(id).min(1).max(SELECTED_MAX) }),
  output: nothing,
  failures: deletionFailures,
})

/** Undo of a deletion, from the toast. */
export const restorePosts = endpoint({
  method: 'POST',
  path: '/posts/restore',
  summary: 'Restore deleted posts',
  permission: 'post.delete',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ project_id: id, post_ids: z.array(id).min(1).max(SELECTED_MAX) }),
  output: nothing,
})

/**
 * Posts of all projects that the caller may open, by their words, label or number: those of the project `first` before the others, grouped
 * by project. A client finds only what was sent to them. `more_in`: the projects of these that have more such posts than the answer.
 * (docs/product/search.md "What is found")
 */
export const searchPosts = endpoint({
  method: 'GET',
  path: '/search/posts',
  summary: 'Search the posts of your projects',
  permission: 'signed-in',
  cost: 'search',
  query: z.strictObject({
    q: z.string().trim().max(POST_SEARCH_MAX, `Search for at most ${POST_SEARCH_MAX} characters`).default(''),
    first: pathId.optional(),
  }),
  output: z.strictObject({ posts: z.array(foundPost), more_in: z.array(id) }),
})
