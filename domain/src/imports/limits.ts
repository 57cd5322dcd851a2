/** The most rows of one import. (docs/product/imports.md "Limits") */
export const MOST_ROWS = 1000

/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 10_000_000
