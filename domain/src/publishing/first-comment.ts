/** What a person reads of a first comment that could not be added. The post itself is live. */
export const FIRST_COMMENT_FAILED = 'Post is live, the first comment was refused'

/** Kept in place of a network's answer where there is none. */
export const firstCommentNotes = {
  uncertain: 'It is not certain whether the comment was added. Look at the post before you try again.',
  noId: 'The network did not tell the id of the post, so the comment cannot be added to it. Add it by hand.',
  noAccount: 'The account is no longer connected.',
} as const
