import { expect, test } from 'vitest'
import { previewDate } from './preview-content.ts'

test.each([
  ['2026-11-21T08:05:00Z', '21 Nov, 9:05 AM'],
  ['2026-12-31T23:30:00Z', '1 Jan 2027, 12:30 AM'],
  [null, 'Just now'],
])('a preview of a post that went out at %s is dated %s', (publishedAt, expected) => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(previewDate({ latest_schedule: null }, { published_at: publishedAt }, 'Europe/Berlin', now)).toBe(
    expected,
  )
})
