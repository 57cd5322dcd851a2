/**
 * What of the list is shown: posts by the days of their schedules, from today on, those without a schedule, all, or one's own that were
 * never saved (docs/product/content-list.md "Which posts").
 */
export const contentSpans = ['days', 'upcoming', 'unscheduled', 'all', 'unsaved'] as const
export type ContentSpan = (typeof contentSpans)[number]

/** All but days, which are what is listed where an address names none of these. */
export type OtherSpan = Exclude<ContentSpan, 'days'>

export const isOtherSpan = (value: unknown): value is OtherSpan =>
  value !== 'days' && contentSpans.some(span => span === value)

/** What the list can be in the order of (docs/product/content-list.md "Order"). */
export const contentSorts = ['date', 'updated', 'status', 'type', 'author', 'deadline'] as const
export type ContentSort = (typeof contentSorts)[number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The most posts that a list names at once. */
export const CONTENT_MAX = 20_000

/** The most rows that one call reads. */
export const CONTENT_ROWS_MAX = 100

/** The most views that a person may save in a project. */
export const SAVED_VIEWS_MAX = 50

/** The longest address, in characters, that a saved view keeps. */
export const SAVED_VIEW_SEARCH_MAX = 2000

/** The length of a saved view's name, in characters. */
export const savedViewName = { min: 3, max: 255 }
