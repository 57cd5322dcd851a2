import { expect, test } from 'vitest'
import { badgeOf, statusText } from './status-badge.tsx'

test.each([
  ['draft', 'Draft', 'grey'],
  ['unapproved', 'Waiting for fixes', 'amber'],
  ['pending_external_approval', 'Sent for Approval', 'violet'],
  ['skip_approved', 'Scheduled', 'blue'],
  ['live', 'Live', 'navy'],
  ['archived', 'Not handled archived', 'grey'],
  [null, 'Not saved', 'grey'],
])('the badge of %s reads %s', (status, text, tone) => {
  expect(badgeOf(status)).toEqual({ text, tone })
})

test('a status named like a property of every object is still unknown', () => {
  expect(badgeOf('constructor').text).toBe('Not handled constructor')
})

test.each([
  ['pending_internal_approval', 'Sent for Approval: internal'],
  ['pending_external_approval', 'Sent for Approval: client'],
  ['approved', 'Approved'],
])('%s says whose approval is awaited: %s', (status, text) => {
  expect(statusText(status)).toBe(text)
})
