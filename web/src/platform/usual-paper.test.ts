import { expect, test } from 'vitest'
import { usualPaper } from './usual-paper.ts'

test.each([
  ['en-US', 'letter'],
  ['fr-CA', 'letter'],
  ['en', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
  ['pl-PL', 'a4'],
])('somebody who reads %s prints on %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper)
})
