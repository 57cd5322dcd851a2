/** The most rows of one import. (docs/product/imports.md "Limits") */
export const ROWS_MAX = 1000

/** The largest file, in bytes. */
export const IMPORT_BYTES_MAX = 10_000_000

/** Imports of one person that run at a time: more would hold up those of others. */
export const RUNNING_MAX = 3

/** The days for which the texts of an import are kept. (docs/product/imports.md "After 30 days") */
export const IMPORT_KEPT_DAYS = 30

/** The largest zip file of pictures, in bytes, and the most files in it. (docs/product/imports.md "Pictures in a zip file") */
export const ZIP_BYTES_MAX = 200_000_000
export const ZIP_FILES_MAX = 5000
