import { beforeEach, expect, it } from 'vitest'
import { prepared } from './prepared.ts'

let count = 0
const value = prepared(beforeEach, async () => ({ count: ++count, name: 'Harbor' }))
const tooEarly = () => value.count
expect(tooEarly).toThrow('used before its hook has run')

it('is the value that its hook has made, part by part and as a whole', () => {
  expect(value.count).toBe(1)
  expect({ ...value }).toEqual({ count: 1, name: 'Harbor' })
  expect('name' in value).toBe(true)
})

it('is the newest one', () => {
  expect(value.count).toBe(2)
})
