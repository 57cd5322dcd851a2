import { expect, test } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import type { ApprovalStatus, PostSocialStatus } from '#domain/posts/status.ts'
import { editEffect } from './edit-effect.ts'

const rounds = (internal?: ApprovalStatus, external?: ApprovalStatus) => [
  ...(internal ? [{ type: 'internal', status: internal } as const] : []),
  ...(external ? [{ type: 'external', status: external } as const] : []),
]

test.each<[Role, PostSocialStatus, ReturnType<typeof rounds>, ReturnType<typeof editEffect>]>([
  ['content-creator', 'draft', [], null],
  ['content-creator', 'requires_revision', rounds('revision_requested'), null],
  ['content-creator', 'approved', rounds('approved'), 'sent_back'],
  ['content-creator', 'pending_external_approval', rounds('approved', 'open'), 'sent_back'],
  ['content-creator', 'pending_internal_approval', rounds('open'), 'restarts'],
  ['content-creator', 'scheduled', [], 'sent_back'],
  ['agency-admin', 'approved', rounds('approved', 'approved'), null],
  ['agency-admin', 'pending_external_approval', rounds('approved', 'open'), 'restarts'],
  ['agency-admin', 'scheduled', [], null],
])('an edit by %s of a version that is %s', (role, status, approvals, effect) => {
  expect(editEffect({ role }, { status, approvals })).toBe(effect)
})
