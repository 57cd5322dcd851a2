import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import type { Post } from '#domain/posts/model.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { WaitingLine } from './waiting-line.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const waiting = (part: Partial<Post>) =>
  buildPost([buildPostSocial({ status: 'pending_external_approval' })], part)
const inTime = waiting({ decide_by: '2026-12-20T16:00:00.000Z', on_silence: 'stays' })
const late = waiting({ decide_by: '2026-11-20T10:59:00.000Z', on_silence: 'goes_out' })

/** The line about a post for somebody with this role. */
const open = (role: Role, post: Post) => {
  const requests: { url: string; body: unknown }[] = []
  fakeFetch(async (url, { body }) => {
    requests.push({ url, body: JSON.parse(String(body)) })
    if (url.endsWith('/apply-late-rule')) return Response.json({ data: buildPost([buildPostSocial()]) })
    return Response.json({ data: { post_id: 10, reminded_at: '2026-11-20T11:00:00.000Z' } })
  })
  renderAs(
    role,
    <>
      <WaitingLine post={post} />
      <Toasts />
    </>,
  )
  return requests
}
const button = (name: string) => screen.queryByRole('button', { name })

describe('A post that waits for approval', () => {
  it('says until when to decide, how long that is, and what happens otherwise', () => {
    open('content-creator', inTime)
    expect(
      screen.getByText(/^Decide by .+, 5:00 PM \(in 30 days\)\. If nobody decides, it will not go out\.$/),
    ).toBeTruthy()
  })

  it('lets those who make posts remind its approvers', async () => {
    const request = open('content-creator', inTime)
    await userEvent.click(screen.getByRole('button', { name: 'Remind' }))
    expect(await screen.findByText('Approvers reminded')).toBeTruthy()
    expect(request).toEqual([{ url: '/api/posts/approvals/remind', body: { post_id: 10 } }])
    expect(button('Approve without the client')).toBeNull()
  })

  it('is approved without a late client by an admin, after a question', async () => {
    const request = open('agency-admin', late)
    expect(screen.getByText(/^Decision was due by .+ late\)\. If nobody decides, it goes out/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Approve without the client' }))
    const question = within(await screen.findByRole('dialog', { name: 'Approve without the client?' }))
    expect(request).toEqual([])
    await userEvent.click(question.getByRole('button', { name: 'Approve' }))
    await vi.waitFor(() =>
      expect(request).toEqual([{ url: '/api/posts/approvals/apply-late-rule', body: { post_id: 10 } }]),
    )
  })

  it('offers approvers neither', () => {
    open('internal-approver', late)
    expect(button('Remind')).toBeNull()
    expect(button('Approve without the client')).toBeNull()
  })
})
