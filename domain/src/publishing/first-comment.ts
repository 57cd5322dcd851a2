/** Shown when a first comment could not be added. The post itself is live. */
export const FIRST_COMMENT_FAILED = 'Post is live, the first comment was refused'

/** Stored instead of a network's answer if there is none. */
export const firstCommentNotes = {
  uncertain: 'It is not certain whether the comment was added. Look at the post before you try again.',
  noId: 'The network did not return the post’s id, so the comment cannot be added to it. Add it by hand.',
  noAccount: 'The account is no longer connected.',
  stopped: 'The post was stopped before the comment was added.',
} as const
