import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { binKinds } from './bin.ts'
import { binItem } from './model.ts'

/** Items of one answer. */
export const BIN_PAGE = 50

/** The most things that one call restores or deletes for good. */
export const BIN_BATCH = 200

const inProject = z.strictObject({ projectId: pathId })
const scope = { project: 'params.projectId' } as const
const kind = z.enum(binKinds)
const chosen = z.strictObject({ kind, ids: z.array(id).min(1).max(BIN_BATCH) })

/** Newest deletions first; `after` is `next_after` of the page before. `counts` are of the whole bin. (docs/product/bin.md "The page") */
export const listBin = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/bin',
  summary: 'List what was deleted from a project in the last 30 days',
  permission: 'bin.restore',
  scope,
  params: inProject,
  query: z.strictObject({
    kind: kind.default('post'),
    /** The instant of the deletion and the id of the last item, with an underscore between them. */
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,15}$/, 'An instant and an id')
      .refine(text => !Number.isNaN(Date.parse(text.split('_')[0] ?? '')), 'An instant and an id')
      .optional(),
  }),
  output: z.strictObject({
    items: z.array(binItem),
    next_after: z.string().nullable(),
    counts: z.strictObject({
      post: z.int(),
      day_label: z.int(),
      campaign: z.int(),
      hashtag_pool: z.int(),
      media: z.int(),
    }),
  }),
})

/**
 * All of them or none: 404 if one is not in the bin (any more). `unscheduled`: the posts whose time had passed, which come back without
 * one. (docs/product/bin.md "Restoring")
 */
export const restoreFromBin = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/bin/restore',
  summary: 'Restore deleted posts, day labels, campaigns, hashtag pools or files',
  permission: 'bin.restore',
  scope,
  params: inProject,
  body: chosen,
  output: z.strictObject({ unscheduled: z.array(id) }),
})

/** All of them or none, and never to be undone. (docs/product/bin.md "Deleting for good") */
export const deleteFromBin = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/bin',
  summary: 'Delete things in the bin for good',
  permission: 'bin.deleteForGood',
  scope,
  params: inProject,
  body: chosen,
  output: nothing,
})
