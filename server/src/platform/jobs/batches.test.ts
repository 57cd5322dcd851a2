import { expect, it } from 'vitest'
import { inBatches } from './batches.ts'

const settled = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)))

it('What is asked for in the same moment is worked on as one, and everybody gets their own answer', async () => {
  const batches: number[][] = []
  const double = inBatches(
    async (keys: readonly number[]) => {
      batches.push([...keys])
      return keys.map(key => key * 2)
    },
    { size: 10, atOnce: 1 },
  )
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

it('What comes meanwhile waits for its turn, in batches of the agreed size', async () => {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const ask = inBatches(
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

it('One that fails does not take the others with it', async () => {
  const ask = inBatches(
    async (keys: readonly number[]) => {
      if (keys.includes(2)) throw new Error('two')
      return keys
    },
    { size: 10, atOnce: 1 },
  )
  const results = await Promise.allSettled([1, 2, 3].map(ask))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
