import { expect, it, test } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import { isAuthorShownToClients } from './authors.ts'
import { approvalActionTypes } from './status.ts'

test.each([...roles, null])('a client is not told that %s started their round', role => {
  expect(isAuthorShownToClients('external_approval_started', role)).toBe(false)
})

it('names no internal approver and nobody who has left, unless they approved as a client', () => {
  for (const role of ['internal-approver', null] as const)
    expect(approvalActionTypes.filter(type => isAuthorShownToClients(type, role))).toEqual([
      'approved',
      'approved_by_admin',
    ])
})

it('names other clients, creators and admins', () => {
  expect(isAuthorShownToClients('revision_requested', 'external-approver')).toBe(true)
  expect(isAuthorShownToClients('content_changed', 'content-creator')).toBe(true)
  expect(isAuthorShownToClients('unapproved', 'agency-admin')).toBe(true)
})
