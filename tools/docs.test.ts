import { expect, it } from 'vitest'
import { madeDocuments, staleDocuments } from './docs.ts'

it('The pages that are made from the code say what the code says (else: npm run docs)', () => {
  expect(madeDocuments().length).toBe(3)
  expect(staleDocuments()).toEqual([])
})
