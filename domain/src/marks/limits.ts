/** Marks of one request for revision, question, answer or note. */
export const MARKS_MAX = 50
/** Characters of what is said at a mark. */
export const MARK_COMMENT_MAX = 500
/** Lines of a drawing, and points of all of them together. */
export const DRAWING_LINES_MAX = 30
export const DRAWING_POINTS_MAX = 1500
/** Characters of a marked stretch of a text. */
export const QUOTE_MAX = 1000
