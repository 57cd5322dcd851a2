import { expect, it } from 'vitest'
import type { Post } from '#domain/posts/model.ts'
import { postOf, version } from '../../../../testing/fake-approval-server.tsx'
import { isFiltered, networksIn, weeksOf } from './list-filter.ts'

const internal = postOf(1, [version(10, 'facebook', 'pending_internal_approval', { message: 'Fresh bread' })])
const external = postOf(2, [
  version(20, 'instagram', 'pending_external_approval', { message: 'Winter menu' }),
  version(21, 'linkedin', 'approved', { message: 'We are hiring' }),
])
const ids = (list: readonly Post[]) => list.map(({ id }) => id)

it('names the known networks of the address, and knows whether anything narrows the list', () => {
  expect(networksIn({ social_network: 'facebook,myspace' })).toEqual(['facebook'])
  expect(isFiltered({ q: undefined })).toBe(false)
  expect(isFiltered({ q: 'bread' })).toBe(true)
  expect(isFiltered({ order: 'deadline' })).toBe(false)
})

it('groups by the week of the project’s zone', () => {
  const at = (post: Post, datetime: string): Post => ({
    ...post,
    latest_schedule: post.latest_schedule && { ...post.latest_schedule, datetime },
  })
  // Sunday evening in UTC is Monday in Tokyo.
  const list = [at(internal, '2026-11-22T20:00:00.000Z'), at(external, '2026-11-24T10:00:00.000Z')]
  expect(weeksOf(list, 'Asia/Tokyo').map(({ start, posts: own }) => [start, ids(own)])).toEqual([
    ['2026-11-23', [1, 2]],
  ])
  expect(weeksOf(list, 'UTC').map(({ start, end }) => [start, end])).toEqual([
    ['2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-29'],
  ])
})

it('groups by the week of the deadlines in a list by deadline, and of the schedule for posts without one', () => {
  const soon = { ...external, decide_by: '2026-11-12T10:00:00.000Z' }
  expect(
    weeksOf([soon, internal], 'UTC', 'deadline').map(({ start, posts: own }) => [start, ids(own)]),
  ).toEqual([
    ['2026-11-09', [2]],
    ['2026-11-23', [1]],
  ])
})
