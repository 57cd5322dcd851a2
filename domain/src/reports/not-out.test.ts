import { expect, it } from 'vitest'
import type { StoredStatus } from '#domain/posts/status.ts'
import { isMissedApproval, notOutReason } from './not-out.ts'

it('a post that is out or on its way did not miss its time', () => {
  expect([notOutReason('live'), notOutReason('on_publishing')]).toEqual([null, null])
})

it.each<[StoredStatus, boolean]>([
  ['pending_internal_approval', true],
  ['pending_external_approval', true],
  ['requires_revision', true],
  ['draft', false],
  ['publishing_failed', false],
  ['scheduled', false],
])('a post in %s missed its time for lack of an approval: %s', (status, isMissed) => {
  const reason = notOutReason(status)
  expect(reason !== null && isMissedApproval(reason)).toBe(isMissed)
})
