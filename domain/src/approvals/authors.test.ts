import { expect, it, test } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import { isAuthorShownToClients } from './authors.ts'
import { approvalActionTypes } from './status.ts'

test.each([...roles, null])('a client does not see that %s started the external round', role => {
  expect(isAuthorShownToClients('external_approval_started', role)).toBe(false)
})

it('a client does not see internal approvers or people who have left, unless they approved as a client', () => {
  for (const role of ['internal-approver', null] as const)
    expect(approvalActionTypes.filter(type => isAuthorShownToClients(type, role))).toEqual([
      'approved',
      'approved_by_admin',
    ])
})

it('a client sees other clients, creators and admins', () => {
  expect(isAuthorShownToClients('revision_requested', 'external-approver')).toBe(true)
  expect(isAuthorShownToClients('content_changed', 'content-creator')).toBe(true)
  expect(isAuthorShownToClients('unapproved', 'agency-admin')).toBe(true)
})
