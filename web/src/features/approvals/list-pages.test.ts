import { expect, it } from 'vitest'
import type { Post } from '#domain/posts/model.ts'
import { postOf, version } from '../../../testing/fake-approval-server.tsx'
import { type ListPage, pageOf, pageSize, withChanges } from './list-pages.ts'

const at = (id: number, day: number): Post => {
  const post = postOf(id, [version(id, 'facebook', 'pending_external_approval')])
  const datetime = `2026-11-${day}T17:05:00.000Z`
  return { ...post, latest_schedule: post.latest_schedule && { ...post.latest_schedule, datetime } }
}
const idsOf = (pages: readonly ListPage[]) => pages.map(({ posts }) => posts.map(({ id }) => id))

const pages: ListPage[] = [
  { posts: [at(9, 10), at(2, 12)], next: '2026-11-12T17:05:00.000Z_2' },
  { posts: [at(5, 14), at(7, 14)], next: '2026-11-14T17:05:00.000Z_7' },
]

it('leads on from the last post of a full page, and ends with a short one', () => {
  const full = Array.from({ length: pageSize }, (_, index) => at(index + 1, 10))
  expect(pageOf(full).next).toBe(`2026-11-10T17:05:00.000Z_${pageSize}`)
  expect(pageOf(full.slice(1)).next).toBeNull()
  expect(pageOf([]).next).toBeNull()
})

it('takes out what is not in the list any more, and leaves the other page as it is', () => {
  const changed = withChanges(pages, [2], { current: [] })
  expect(idsOf(changed)).toEqual([[9], [5, 7]])
  expect(changed[1]).toBe(pages[1])
})

it('puts a post where its schedule belongs, in one page only', () => {
  expect(idsOf(withChanges(pages, [2], { current: [at(2, 14)] }))).toEqual([[9], [2, 5, 7]])
  expect(idsOf(withChanges(pages, [3], { current: [at(3, 11)] }))).toEqual([
    [9, 3, 2],
    [5, 7],
  ])
  expect(idsOf(withChanges(pages, [6], { current: [at(6, 14)] }))).toEqual([
    [9, 2],
    [5, 6, 7],
  ])
})

it('puts a post where its deadline belongs in a list by deadline', () => {
  const due = (id: number, day: number): Post => ({
    ...at(id, 25),
    decide_by: `2026-11-${day}T08:00:00.000Z`,
  })
  const own: ListPage[] = [{ posts: [due(1, 10), due(2, 12)], next: '2026-11-12T08:00:00.000Z_2' }]
  const order = 'deadline'
  expect(
    pageOf(
      Array.from({ length: pageSize }, () => due(1, 10)),
      order,
    ).next,
  ).toBe('2026-11-10T08:00:00.000Z_1')
  expect(idsOf(withChanges(own, [3], { current: [due(3, 11)], order }))).toEqual([[1, 3, 2]])
  expect(idsOf(withChanges(own, [2], { current: [due(2, 20)], order }))).toEqual([[1]])
})

it('leaves a post beyond the loaded pages to its page, unless there is none', () => {
  expect(idsOf(withChanges(pages, [8], { current: [at(8, 20)] }))).toEqual([
    [9, 2],
    [5, 7],
  ])
  const whole = pages.map((page, index) => (index === 1 ? { ...page, next: null } : page))
  expect(idsOf(withChanges(whole, [8], { current: [at(8, 20)] }))).toEqual([
    [9, 2],
    [5, 7, 8],
  ])
})
