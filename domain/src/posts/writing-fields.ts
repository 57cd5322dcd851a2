/**
 * The fields whose writing is told to others who have the post open; `other`: anything else of the version. Pages mark the element around
 * a field with it (`data-writing`).
 */
export const writingFields = ['message', 'first_comment', 'note', 'question', 'revision', 'other'] as const
export type WritingField = (typeof writingFields)[number]
