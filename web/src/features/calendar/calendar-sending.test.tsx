import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { openCalendar } from '../../../testing/fake-calendar-server.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const approved = calendarItem({
  message: 'Winter blend',
  status: 'scheduled',
  datetime: '2026-11-24T08:00:00.000Z',
  socials: [{ social_network: 'instagram', status: 'approved' }],
})

describe('a selection', () => {
  const refusal = { code: 'post_has_problems', message: 'Some networks won’t accept this post.' }
  const other = calendarItem({ message: 'Too long', datetime: '2026-11-26T17:05:00.000Z' })
  const openSending = async (answers: unknown[]) => {
    const opened = await openCalendar('content-creator', {
      items: [draft, approved, other],
      answer: ({ method, path }) => {
        if (path === '/posts/approvals/undo-sending')
          return { data: [{ post_id: draft.post_id, post: null, refusal: null }] }
        return method === 'POST' ? { data: answers } : null
      },
    })
    for (const one of await screen.findAllByLabelText(/^Select: /)) await opened.user.click(one)
    await opened.user.click(await screen.findByRole('button', { name: 'To Approval (2)' }))
    return { ...opened, modal: within(await screen.findByRole('dialog', { name: 'Send to approval' })) }
  }
  const row = (id: number, rest = {}) => ({
    post_id: id,
    post: buildPost([buildPostSocial()], { id }),
    refusal: null,
    undo: { send_id: 9, seconds: 10 },
    ...rest,
  })

  it('is sent for approval, without the posts that are not eligible, and taken back by Undo', async () => {
    const { user, sent, modal } = await openSending([row(draft.post_id), row(other.post_id)])
    expect(modal.getByText('2 posts are sent.')).toBeTruthy()
    const blocked = within(modal.getByRole('region', { name: "1 post can't be sent" }))
    expect(blocked.getByText(/Only drafts and posts waiting for fixes/)).toBeTruthy()
    await user.type(modal.getByLabelText('Message'), 'By Friday')
    await user.click(modal.getByRole('button', { name: 'Send' }))
    await screen.findByText('Sent for approval: 2 posts')
    expect(screen.queryByText(/Selected/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Sending undone')
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
      [
        '/posts/approvals/batch',
        {
          posts_ids: [draft.post_id, other.post_id],
          concrete_internal_approver_id: [],
          concrete_external_approver_id: [],
          message: 'By Friday',
          is_partial: true,
        },
      ],
      ['/posts/approvals/undo-sending', { project_id: 3, send_id: 9 }],
    ])
  })

  it('shows which posts the server refused, and why', async () => {
    const { user, modal } = await openSending([
      row(draft.post_id),
      row(other.post_id, {
        undo: null,
        refusal: { ...refusal, errors: { 'facebook.message': ['Too many.'] } },
      }),
    ])
    await user.click(modal.getByRole('button', { name: 'Send' }))
    const refused = within(await modal.findByRole('region', { name: '1 post was not sent' }))
    expect(refused.getByText(/Too long/)).toBeTruthy()
    expect(refused.getByText('Some networks won’t accept this post. Too many.')).toBeTruthy()
    await screen.findByText('Sent for approval')
    await user.click(modal.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
