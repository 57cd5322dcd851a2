/** The most rows of one import. (docs/product/imports.md "Limits") */
export const MOST_ROWS = 1000

/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 10_000_000

/** The largest zip file of pictures, in bytes, and the most files in it. (docs/product/imports.md "Pictures in a zip file") */
export const MAX_ZIP_BYTES = 200_000_000
export const MOST_ZIP_FILES = 5000
