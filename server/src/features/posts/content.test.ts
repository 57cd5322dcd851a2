import { expect, it } from 'vitest'
import { digestIn } from './content.ts'

it('A missing digest is an error and never passes for one that was approved', () => {
  expect(digestIn(new Map([[1, 'abc']]), 1)).toBe('abc')
  expect(() => digestIn(new Map([[1, 'abc']]), 2)).toThrow('post social 2 has no content')
})
