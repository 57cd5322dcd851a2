import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import {
  buildRound,
  openApproval,
  personId,
  postOf,
  version,
} from '../../../testing/fake-approval-server.tsx'

afterEach(() => vi.unstubAllGlobals())

const waiting = postOf(10, [
  version(1, 'facebook', 'pending_external_approval'),
  version(2, 'instagram', 'pending_external_approval'),
])
const approved = postOf(20, [version(3, 'linkedin', 'approved')])

describe('the approval list', () => {
  it('shows a card for each post with type, date, zone and text, which links to the item', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: [waiting] })
    const card = within((await screen.findAllByRole('listitem'))[0] as HTMLElement)
    expect(card.getByRole('link').getAttribute('href')).toBe('/3/approval/facebook?postId=10')
    expect(card.getByText('23 Nov 2026, 6:05 PM')).toBeTruthy()
    expect(card.getByText('Europe - Berlin · Single photo')).toBeTruthy()
    expect(card.getByText('Text 1')).toBeTruthy()
    expect(card.getAllByRole('img').map(image => image.getAttribute('aria-label'))).toEqual([
      'Facebook',
      'Instagram',
    ])
  })

  it('says who else must approve', async () => {
    const approvers = [
      { id: personId, name: 'Emil', has_approved: false },
      { id: 51, name: 'Nina Ortega', has_approved: false },
    ]
    const social = version(1, 'facebook', 'pending_external_approval', {
      approvals: [buildRound({ approvers })],
    })
    await openApproval('/3/approval', 'external-approver', { posts: [postOf(10, [social])] })
    expect(await screen.findByText('Nina Ortega has to decide as well.')).toBeTruthy()
  })

  test.each<[Role, boolean]>([
    ['internal-approver', true],
    ['external-approver', false],
  ])('tells the %s of an approved post that the client still has to decide: %s', async (role, isTold) => {
    await openApproval('/3/approval?tab=approved', role, { approved: [waiting] })
    await screen.findByRole('link', { name: /23 Nov 2026/ })
    expect(screen.queryByText('Waiting for the client.') !== null).toBe(isTold)
  })

  it('says when it is empty', async () => {
    await openApproval('/3/approval', 'external-approver')
    expect(await screen.findByText('There are no posts to approve.')).toBeTruthy()
  })

  it('keeps its tab in the address', async () => {
    const { user, address } = await openApproval('/3/approval', 'external-approver', {
      posts: [waiting],
      approved: [approved],
    })
    await user.click(await screen.findByRole('tab', { name: 'Approved' }))
    await waitFor(() => expect(address()).toBe('/3/approval?tab=approved'))
    expect(await screen.findByRole('button', { name: 'Unapprove' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /23 Nov 2026/ }).getAttribute('href')).toBe(
      '/3/unapprove/linkedin?postId=20',
    )
  })

  it('unapproves after asking, and does nothing on Cancel', async () => {
    const { user, posted } = await openApproval('/3/approval?tab=approved', 'external-approver', {
      approved: [approved],
    })
    await user.click(await screen.findByRole('button', { name: 'Unapprove' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(posted()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Unapprove' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unapprove' }))
    expect(await screen.findByText('Post unapproved')).toBeTruthy()
    expect(posted()[0]).toMatchObject({
      path: '/posts/approvals/unapprove-round',
      body: { approval_id: '2003', post_social_id: '3' },
    })
  })

  it('leads an approver back to the approval calendar and an admin to the calendar', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: [waiting] })
    const back = await screen.findByRole('link', { name: 'Back to the calendar' })
    expect(back.getAttribute('href')).toBe('/3/calendar-approval')
  })
})
