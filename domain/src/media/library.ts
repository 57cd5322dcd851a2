/** Files of one answer of the library. */
export const LIBRARY_PAGE = 48

/** The posts that an entry names; the rest are counted. */
export const LIBRARY_USES = 5

/** A file that no post has used for so many days is cleaned. (docs/product/media.md "Cleaning") */
export const CLEANED_AFTER_DAYS = 90

/** The library announces the cleaning at least so many days before. (docs/product/media.md "Cleaning") */
export const CLEANING_NOTICE_DAYS = 14
