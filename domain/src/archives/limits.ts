/** The largest export that is imported, in bytes. (docs/product/project-export.md "Importing an export") */
export const ARCHIVE_BYTES_MAX = 1_500_000_000

/** The most that it may unpack to, the most files in it, and the most of its `project.json`. */
export const UNPACKED_BYTES_MAX = 2_000_000_000
export const ARCHIVE_FILES_MAX = 20_000
export const PROJECT_TEXT_BYTES_MAX = 40_000_000

/** The most posts of one export. */
export const ARCHIVED_POSTS_MAX = 5000
