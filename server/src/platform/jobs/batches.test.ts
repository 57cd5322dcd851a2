import { expect, it } from 'vitest'
import { batched } from './batches.ts'

const settled = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)))

it('Calls made at the same moment form one batch, and each gets its own answer', async () => {
  const batches: number[][] = []
  const double = batched(
    async (keys: readonly number[]) => {
      batches.push([...keys])
      return keys.map(key => key * 2)
    },
    { size: 10, atOnce: 1 },
  )
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

it('Calls made while a batch runs wait and form the next ones, of limited size', async () => {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const ask = batched(
    async (keys: readonly number[]) => {
      batches.push([...keys])
      await new Promise<void>(resolve => ends.push(resolve))
      return keys
    },
    { size: 2, atOnce: 1 },
  )
  const all = Promise.all([1, 2, 3].map(ask))
  await settled()
  expect(batches).toEqual([[1, 2]])
  ends[0]?.()
  await settled()
  expect(batches).toEqual([[1, 2], [3]])
  ends[1]?.()
  expect(await all).toEqual([1, 2, 3])
})

it('A call that fails does not affect the others of its batch', async () => {
  const ask = batched(
    async (keys: readonly number[]) => {
      if (keys.includes(2)) throw new Error('two')
      return keys
    },
    { size: 10, atOnce: 1 },
  )
  const results = await Promise.allSettled([1, 2, 3].map(ask))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
