import { expect, it } from 'vitest'
import { generatedPages, stalePages } from './docs.ts'

it('The generated pages are up to date (if not: npm run docs)', () => {
  expect(generatedPages().length).toBe(6)
  expect(stalePages()).toEqual([])
})
