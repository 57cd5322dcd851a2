import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, idList, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { postSummary } from '#domain/posts/model.ts'
import { POST_SEARCH_MAX } from '#domain/posts/search-excerpt.ts'
import { schedule } from '#domain/schedules/model.ts'
import {
  CONTENT_ROWS_MAX,
  contentSorts,
  contentSpans,
  SAVED_VIEW_SEARCH_MAX,
  savedViewName,
  sortDirections,
} from './views.ts'

/** A row of the content list. `published_at`: when the first of its versions went live, or null. */
export const contentRow = postSummary.extend({
  revision: z.number(),
  latest_schedule: schedule.nullable(),
  published_at: instant.nullable(),
  /** Who began the post; null: they are gone. */
  author: z.string().nullable(),
  /** The names of those whom its open rounds wait for, `Ada or Bo`. */
  waiting_for: z.array(z.string()),
})
export type ContentRow = z.output<typeof contentRow>

const group = z.string().max(1000).optional()

/** Which posts are listed. */
const listedPosts = {
  span: z.enum(contentSpans).default('days'),
  /** The first and the last day; with `span=days` only, and then required. */
  start: day.optional(),
  end: day.optional(),
  /** Comma-separated names, as in the calendar's filter; unknown ones are ignored. */
  status: group,
  social_network: group,
  social_post_type: group,
  label: group,
  campaign: group,
  /** Only posts that are found by this text (docs/product/search.md "What is found"). */
  q: z.string().max(POST_SEARCH_MAX).optional(),
  /** Another order than that of the span. */
  sort: z.enum(contentSorts).optional(),
  direction: z.enum(sortDirections).default('asc'),
}

/**
 * The posts of the content list in its order, by id, each with its revision; a row is outdated when its revision is another. `rows`: so many
 * of the first posts come as rows. (docs/product/content-list.md "Which posts")
 */
export const listContent = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/content',
  summary: 'List the posts of a project, filtered, in the order of the content list',
  permission: 'content.browse',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({
    ...listedPosts,
    rows: z.coerce.number<string | number>().int().min(0).max(CONTENT_ROWS_MAX).default(0),
  }),
  output: z.strictObject({
    ids: z.array(id),
    /** In the order of `ids`. */
    revisions: z.array(z.number()),
    /** False: there are more posts than a list names. */
    is_complete: z.boolean(),
    rows: z.array(contentRow),
  }),
})

/** What the list shows as a table that can be imported again (docs/product/content-list.md "Export"). */
export const exportContent = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/content/export',
  summary: 'Export the content list as CSV',
  permission: 'content.browse',
  cost: 'heavy',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  // What was never saved is not content yet.
  query: z.strictObject({ ...listedPosts, span: z.enum(contentSpans).exclude(['unsaved']).default('days') }),
  output: z.string(),
  file: 'text/csv',
})

/** Rows of the list, in the order of the ids. Left out: deleted posts, those of other projects, and those that somebody else never saved. */
export const listContentRows = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/content/rows',
  summary: 'Get rows of the content list',
  permission: 'content.browse',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z.strictObject({ ids: idList(CONTENT_ROWS_MAX) }),
  output: z.array(contentRow),
})

/** A view of the list that a person has saved: its name, and the query of its address. */
export const savedView = z.strictObject({ id, name: z.string(), search: z.string() })
export type SavedView = z.output<typeof savedView>

/** The caller's own views of the project's list, by name (docs/product/content-list.md "Saved views"). */
export const listSavedViews = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/content/views',
  summary: 'List your saved views of the content list',
  permission: 'content.browse',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.array(savedView),
})

/** Saves a view; one that the caller has under this name, whatever its case, is replaced. */
export const saveView = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/content/views',
  summary: 'Save a view of the content list',
  permission: 'content.browse',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({
    name: z.string().overwrite(oneLine).pipe(z.string().min(savedViewName.min).max(savedViewName.max)),
    search: z.string().max(SAVED_VIEW_SEARCH_MAX),
  }),
  output: savedView,
  failures: ['too_many_saved_views'],
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/content/views/{viewId}',
  summary: 'Delete a saved view',
  permission: 'content.browse',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, viewId: pathId }),
  output: nothing,
})
