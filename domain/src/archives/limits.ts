/** The largest export that is imported, in bytes. (docs/product/project-export.md "Importing an export") */
export const MAX_ARCHIVE_BYTES = 1_500_000_000

/** The most that it may unpack to, the most files in it, and the most of its `project.json`. */
export const MAX_UNPACKED_BYTES = 2_000_000_000
export const MOST_ARCHIVE_FILES = 20_000
export const MAX_PROJECT_TEXT_BYTES = 40_000_000

/** The most posts of one export. */
export const MOST_ARCHIVED_POSTS = 5000
