import { expect, test } from 'vitest'
import {
  approvalSearch,
  calendarSearch,
  managePostSearch,
  networksOf,
  parseSearch,
  stringifySearch,
} from './search.ts'

test('an address is plain text and is read back unchanged', () => {
  const search = { postId: 12, socials: 'facebook,instagram', date: '2026-11-21T23:00' }
  expect(stringifySearch(search)).toBe('?postId=12&socials=facebook,instagram&date=2026-11-21T23:00')
  expect(
    managePostSearch(parseSearch('?postId=12&socials=facebook,instagram&date=2026-11-21T23:00')),
  ).toEqual(search)
  expect(stringifySearch({ date: undefined })).toBe('')
})

test('invalid parts of an address are left out', () => {
  expect(managePostSearch({ postId: '-3', type: 'novel', evil: 'x' })).toEqual({})
  expect(managePostSearch({ postId: '1e3', type: 'single_photo' })).toEqual({
    postId: 1000,
    type: 'single_photo',
  })
  expect(approvalSearch({ tab: 'rejected', postId: '', from: 'calendar' })).toEqual({ from: 'calendar' })
  expect(approvalSearch({ order: 'deadline' })).toEqual({ order: 'deadline' })
  expect(approvalSearch({ tab: 'approved', order: 'deadline' })).toEqual({ tab: 'approved' })
  expect(calendarSearch({ status: 'draft,live', colour: 'red' })).toEqual({ status: 'draft,live' })
})

test('unknown networks are left out', () => {
  expect(networksOf('facebook,myspace,twitter')).toEqual(['facebook', 'twitter'])
  expect(networksOf(undefined)).toEqual([])
})
