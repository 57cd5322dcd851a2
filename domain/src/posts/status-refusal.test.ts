import { expect, it } from 'vitest'
import { postSocialStatuses } from './status.ts'
import { statusRefusal } from './status-refusal.ts'

it.each(postSocialStatuses)('A refusal names the status %s without its wire name', status => {
  const { code, message } = statusRefusal([status])
  expect(code).toBe('illegal_transition')
  expect(message).toMatch(/^You can't do this while the post is [a-z ]+\.$/)
})

it.each([
  [['pending_internal_approval', 'draft'] as const, 'waiting for approval'],
  [['draft', 'on_publishing'] as const, 'being published'],
  [[], 'without a network'],
])('A refusal of %s calls the post %s', (statuses, phrase) => {
  expect(statusRefusal(statuses).message).toBe(`You can't do this while the post is ${phrase}.`)
})
