import { expect, it } from 'vitest'
import { actionText } from './action-words.ts'

it.each([
  [{}, 'approved'],
  [{ is_by_link: true }, 'approved by link'],
  [{ is_by_link: true, link_copied_by: 'Ada Moreau' }, 'approved by a link that Ada Moreau copied'],
  [{ is_by_proposal: true }, 'approved by proposing these words'],
  [{ is_by_proposal: true, is_by_link: true }, 'approved by proposing these words by link'],
])('an approval with %j is shown as “%s”', (how, text) => {
  expect(actionText({ type: 'approved', round: 'external', ...how })).toBe(text)
})
