import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, pathId } from '#domain/kernel/shapes.ts'
import { mark } from '#domain/marks/model.ts'
import { objectTypes } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { post } from '#domain/posts/model.ts'
import { checklistItem } from './model.ts'
import { approvalActionTypes } from './status.ts'

/** `now`, after an edit, before one, or as an entry of the history was about it: `e12`, `b12`, `s34`. */
const snapshotId = z.string().regex(/^(now|[ebs][1-9]\d{0,15})$/)

const time = z
  .strictObject({ date: z.string(), time: z.string(), timezone: z.string().nullable() })
  .nullable()
const sides = <T extends z.ZodType>(of: T) => z.strictObject({ before: of, after: of })

const shownFile = z.strictObject({
  /** The same for the same bytes. */
  key: z.string(),
  object_type: z.enum(objectTypes),
  name: z.string(),
  /** The address of its small picture; null if it has none, or was deleted. */
  preview: z.string().nullable(),
  alt_text: z.string(),
})

/** What differs, once where it is the same in several versions; null where they say the same. */
const contentDifference = z.strictObject({
  social_networks: z.array(z.enum(socialNetworks)),
  parts: z.array(z.string()),
  text: sides(z.string()).nullable(),
  first_comment: sides(z.string()).nullable(),
  media: sides(z.array(shownFile)).nullable(),
  links: sides(z.array(z.string())).nullable(),
})
export type ContentChanges = z.output<typeof contentDifference>

const comparison = z.strictObject({
  changes: z.array(contentDifference),
  /** Null: the post was at the same time. */
  schedule: sides(time).nullable(),
})
export type Comparison = z.output<typeof comparison>

/**
 * What a post has said, newest first: after each edit, and at first; for clients as it was sent to them and as they decided about it
 * (docs/product/approvals.md "Earlier versions").
 */
export const listSnapshots = endpoint({
  method: 'GET',
  path: '/posts/{postId}/snapshots',
  summary: 'List the earlier versions of a post',
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: z.array(
    z.strictObject({
      id: snapshotId,
      saved_at: instant,
      saved_by: z.strictObject({ id, name: z.string(), avatar_image_link: z.string().nullable() }).nullable(),
      /** The versions that the edit changed, or that the entry is about. */
      social_networks: z.array(z.enum(socialNetworks)),
      /** The entry of the history that it was kept for; null: an edit. */
      action: z.enum(approvalActionTypes).nullable(),
      /** The moment of the content that the edit brought back. */
      restored_from: instant.nullable(),
      /** The same for the same content of all versions. */
      digest: z.string(),
      is_current: z.boolean(),
    }),
  ),
})
export type Snapshot = z.output<(typeof listSnapshots)['output']>[number]

export const compareSnapshots = endpoint({
  method: 'GET',
  path: '/posts/{postId}/comparison',
  summary: 'Compare two earlier versions of a post, or one with the present one',
  permission: 'post.see',
  cost: 'search',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  query: z.strictObject({ from: snapshotId, to: snapshotId.default('now') }),
  output: comparison,
})

/** Saves what the post has said then. `undo`: what it said until now, to restore in turn. */
export const restoreSnapshot = endpoint({
  method: 'POST',
  path: '/posts/{postId}/snapshots/restore',
  summary: 'Restore an earlier version of a post',
  permission: 'post.edit',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  body: z.strictObject({
    snapshot_id: snapshotId,
    /** Each version as the caller saw it: nothing newer is overwritten. */
    versions: z.array(z.strictObject({ id, version: z.int() })).min(1),
  }),
  output: z.strictObject({ post, undo: snapshotId }),
  failures: [
    'stale_version',
    'being_published',
    'already_live',
    'illegal_transition',
    'type_not_allowed',
    'video_converting',
  ],
})

/**
 * What changed in the versions that the caller has decided about, since their last decision; `decided_at` null: they have not. `unchanged`:
 * those that they saw when they decided, and that say the same now. `request`: the latest request for revision since then, with what is
 * ticked on its checklist.
 */
export const getChangesSinceDecision = endpoint({
  method: 'GET',
  path: '/posts/{postId}/changes-since-decision',
  summary: "Get what changed since one's own decision",
  permission: 'post.see',
  scope: { post: 'params.postId' },
  params: z.strictObject({ postId: pathId }),
  output: z.strictObject({
    decided_at: instant.nullable(),
    decision: z.enum(approvalActionTypes).nullable(),
    ...comparison.shape,
    unchanged: z.array(
      z.strictObject({ post_social_id: id, version: z.int(), social_network: z.enum(socialNetworks) }),
    ),
    request: z
      .strictObject({
        /** The version that it is about. */
        post_social_id: id,
        message: z.string().nullable(),
        checkboxes: z.array(checklistItem),
        /** Missing: none. */
        marks: z.array(mark).optional(),
      })
      .nullable(),
  }),
})
