import { expect, it } from 'vitest'
import { readRowId, rowIdOf } from './row-ids.ts'

it('names a post by its number, and by its networks where they say different things', () => {
  expect(readRowId(rowIdOf(7, null, null))).toEqual({ postId: 7, networks: null })
  expect(readRowId(rowIdOf(7, ['facebook', 'twitter'], 'may-1'))).toEqual({
    postId: 7,
    networks: ['facebook', 'twitter'],
  })
})

it('keeps the ID that a post was imported with, unless that names one of its versions', () => {
  expect(rowIdOf(7, null, 'may-1')).toBe('may-1')
  expect(rowIdOf(7, null, 'galley-7/facebook')).toBe('galley-7')
  // Of another project, from where the row was copied.
  expect(rowIdOf(7, null, 'galley-3')).toBe('galley-3')
})

it.each(['', 'may-1', 'galley-', 'galley-0', 'galley-1/friendster', 'galley-1 ', 'Galley-1', 'galley-1e3'])(
  '"%s" names no post',
  id => {
    expect(readRowId(id)).toBeNull()
  },
)
