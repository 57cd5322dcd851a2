/**
 * The fields in which people who have the post open see others writing; `other`: anything else of the version. Pages mark the element
 * around a field with it (`data-writing`).
 */
export const writingFields = ['message', 'first_comment', 'note', 'question', 'revision', 'other'] as const
export type WritingField = (typeof writingFields)[number]
