import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openApproval, postOf, version } from '../../../../testing/fake-approval-server.tsx'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const pending = (id: number, network: 'facebook') =>
  postOf(id, [version(id * 10, network, 'pending_external_approval')])

describe('an interrupted decision', () => {
  it('keeps what was written for a revision while another post is looked at', async () => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook')],
    })
    await user.click(await screen.findByRole('button', { name: 'Request revision' }))
    await user.type(await screen.findByLabelText('What should be changed?'), 'Other photo')
    await user.type(screen.getByLabelText('Checklist item'), 'Name the farm{Enter}Shorten')
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: /^Next post/ }))
    await waitFor(() => expect(address()).toContain('postId=20'))
    await user.click(await screen.findByRole('button', { name: /^Previous post/ }))
    await waitFor(() => expect(address()).toContain('postId=10'))
    await user.click(await screen.findByRole('button', { name: 'Request revision' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('What should be changed?')).value).toBe(
      'Other photo',
    )
    expect(screen.getByText('Name the farm')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Checklist item').value).toBe('Shorten')
  })

  it('says at once that Galley cannot be reached, while it still tries to read the post again', async () => {
    const { user } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook')],
    })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    fakeFetch(async (_url: string, { method = 'GET' }: RequestInit = {}) => {
      if (method === 'POST') throw new TypeError('Failed to fetch')
      return new Promise(() => undefined)
    })
    await user.click(approve)
    expect(await screen.findByText(/Galley cannot be reached/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
  })
})
