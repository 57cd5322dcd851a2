/** Characters of a note (docs/product/notes.md "Limits"). */
export const NOTE_MAX = 1000
/** Pictures of one note, those it has and those that are added together. */
export const NOTE_PICTURES_MAX = 10
/** Notes that one call lists, and the panel shows at once. */
export const NOTES_PAGE = 50
/** People that one note mentions. */
export const NOTE_MENTIONS_MAX = 20
