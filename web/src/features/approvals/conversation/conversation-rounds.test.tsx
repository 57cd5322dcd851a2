import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ApprovalPlan } from '#domain/approvals/model.ts'
import type { Approval } from '#domain/posts/model.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ConversationRounds } from './conversation-rounds.tsx'

const lena = { id: 9, name: 'Lena Legal' }
const plan: ApprovalPlan = {
  postId: 10,
  isMasterContent: false,
  isSingleRoundInternalApprove: false,
  masterSocialNetwork: null,
  rounds: { internal: { isSkipped: true }, external: { isSkipped: false, later: [[lena], []] } },
}
const first: Approval = {
  id: 50,
  type: 'external',
  status: 'approved',
  round: 1,
  post_social_id: 1,
  is_master_content: false,
  concrete_approver_id: [8],
  approvers: [{ id: 8, name: 'Mara Marketing', has_approved: true }],
  opened_at: '2026-11-20T09:00:00.000Z',
  closed_at: '2026-11-20T10:00:00.000Z',
}
const second: Approval = {
  ...first,
  id: 51,
  status: 'open',
  step: 2,
  concrete_approver_id: [9],
  approvers: [{ ...lena, has_approved: false }],
  closed_at: null,
}
const shown = (approvals: Approval[]) => {
  renderAs('content-creator', <ConversationRounds approvals={approvals} plan={plan} seesInternal />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

it('The client’s people who are asked one after the other are told in their order', () => {
  const rows = shown([first, second])
  expect(rows).toContain('Then any client')
  expect(rows.findIndex(text => text?.includes('Mara Marketing approved'))).toBeLessThan(
    rows.findIndex(text => text?.includes('Lena Legal has to decide')),
  )
})

it('Who is asked next is named while the first have not decided', () => {
  expect(shown([{ ...first, status: 'open' }])).toEqual(
    expect.arrayContaining(['Then Lena Legal', 'Then any client']),
  )
})

it('Nobody is asked next once the post was sent back', () => {
  expect(shown([{ ...first, status: 'revision_requested' }]).join()).not.toContain('Then')
})
