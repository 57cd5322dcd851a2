import { expect, it, vi } from 'vitest'
import { bulkCopies } from './bulk-copies.ts'

const on = { duplicate: vi.fn(), clone: vi.fn() }

it('clones exactly one post, and says so for several', () => {
  const one = bulkCopies(['a'], null, on).clone
  expect(one.count).toBe(1)
  one.run()
  expect(on.clone).toHaveBeenCalledWith('a')
  expect(bulkCopies(['a', 'b'], null, on).clone).toMatchObject({
    count: 0,
    blockedBy: 'Select exactly one post to clone it.',
  })
})

it('duplicates up to 50 posts at once', () => {
  const posts = (count: number) => Array.from({ length: count }, (_, index) => index)
  expect(bulkCopies(posts(50), null, on).duplicate.count).toBe(50)
  expect(bulkCopies(posts(51), null, on).duplicate.count).toBe(0)
})

it('copies nothing for people who may not create posts', () => {
  const { duplicate, clone } = bulkCopies(['a'], 'You may not do this.', on)
  expect([duplicate.count, clone.count]).toEqual([0, 0])
  expect(clone.blockedBy).toBe('You may not do this.')
})
