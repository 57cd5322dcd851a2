/** Characters of a message, more than any network takes. */
export const MESSAGE_MAX = 70_000
/** Characters of a first comment. */
export const FIRST_COMMENT_MAX = 10_000
/** Characters of the short texts of a post: a link's name and description, a video's title. */
export const SHORT_TEXT_MAX = 255
/** Characters of an alternative text. */
export const ALT_TEXT_MAX = 1000
/** Characters of a message as the editor serialises it. */
export const EDITOR_STATE_MAX = 500_000
