import { expect, test } from 'vitest'
import { leftPostOf } from './left-post.ts'

const day = 24 * 60 * 60_000
const left = { postId: 12, network: 'facebook', leftAt: 10 * day } as const

test('a post that was left is offered to the same person in the same project, for six days', () => {
  leftPostOf(1, 3).keep(left)
  expect(leftPostOf(1, 3).read(15 * day)).toEqual(left)
  expect(leftPostOf(1, 3).read(16 * day)).toBeNull()
  expect(leftPostOf(2, 3).read(15 * day)).toBeNull()
  expect(leftPostOf(1, 4).read(15 * day)).toBeNull()
})

test('a post that was left is forgotten once it is saved, and another one is not', () => {
  leftPostOf(1, 3).keep(left)
  leftPostOf(1, 3).drop(13)
  expect(leftPostOf(1, 3).read(11 * day)).toEqual(left)
  leftPostOf(1, 3).drop(12)
  expect(leftPostOf(1, 3).read(11 * day)).toBeNull()
})

test('what is stored by somebody else is ignored', () => {
  window.localStorage.setItem('galley-left-post-1-3', '{"postId":"12","network":"myspace"}')
  expect(leftPostOf(1, 3).read(0)).toBeNull()
})
