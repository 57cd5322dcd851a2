/** What of the list is shown: posts by the days of their schedules, those without a schedule, or all (docs/product/content-list.md "Which posts"). */
export const contentSpans = ['days', 'unscheduled', 'all'] as const
export type ContentSpan = (typeof contentSpans)[number]

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
