import { expect, it } from 'vitest'
import { buildPostSocial } from '../../../../testing/build-post.ts'
import { draftOf } from '../draft/draft.ts'
import type { Entry } from '../draft/draft-entries.ts'
import { isUntouched } from './entry-problems.ts'

/** A version of a post that was just begun. */
const begun = buildPostSocial({ status: 'temporary_draft', message: '', attachments: [] })
const entryOf = (draft: Partial<Entry['draft']>, saved = begun) =>
  ({ saved, draft: { ...draftOf(saved), ...draft } }) as Entry

it('a version is untouched until something is written or added, and never once it is saved as a draft', () => {
  expect(isUntouched(entryOf({}))).toBe(true)
  expect(isUntouched(entryOf({ message: 'F' }))).toBe(false)
  expect(isUntouched(entryOf({ firstComment: 'F' }))).toBe(false)
  expect(isUntouched(entryOf({ awaitedFiles: ['a.jpg'] }))).toBe(false)
  expect(isUntouched(entryOf({}, { ...begun, status: 'draft' }))).toBe(false)
})
