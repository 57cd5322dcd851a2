import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { buildProject, renderAs } from '../../../testing/render-in-project.tsx'
import { SendToApprovalModal } from './send-to-approval-modal.tsx'

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  fakeFetch(async (url, init) => {
    if (url.includes('/posts/warnings/')) return Response.json({ data: [] })
    sent.push(JSON.parse(String(init.body)))
    const post = buildPost([buildPostSocial({ status: 'pending_internal_approval' })])
    return Response.json({ data: [{ post_id: 10, post, refusal: null, undo: null }] })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const [emil] = buildProject('content-creator').projectUsers.slice(3)
const people = [
  ...buildProject('content-creator').projectUsers,
  ...(emil ? [{ ...emil, id: 11, name: 'Lena' }] : []),
]
const open = () => {
  const posts = [{ id: 10, name: 'Autumn', blockedBy: null }]
  renderAs('content-creator', <SendToApprovalModal posts={posts} users={people} onClose={() => undefined} />)
  return userEvent.setup()
}
const more = () => screen.queryByRole('button', { name: 'Then ask others of the client', hidden: true })
type User = ReturnType<typeof open>
const choose = async (user: User, field: string, name: RegExp) => {
  await user.click(await screen.findByRole('combobox', { name: field, hidden: true }))
  // The list of a field stays after it, and the last one is that of the field that was opened last.
  await user.click(screen.getAllByRole('option', { name, hidden: true }).at(-1) ?? document.body)
}

it('Others of the client are asked once the first of them have approved', async () => {
  const user = open()
  expect(more()).toBeNull()
  await choose(user, 'Agency role', /Emil/)
  await user.click(more() ?? document.body)
  const step = await screen.findByRole('group', { name: 'Then ask', hidden: true })
  await choose(user, 'Then ask', /Lena/)
  expect(screen.queryByRole('option', { name: /Emil/, hidden: true })).toBeNull()
  await user.type(within(step).getByLabelText('Decide by (optional)'), '2026-11-25T10:00')
  await user.click(screen.getByRole('button', { name: 'Send', hidden: true }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    posts_ids: [10],
    concrete_internal_approver_id: [],
    concrete_external_approver_id: [9],
    external_steps: [{ approvers: [11], decide_by: '2026-11-25T09:00:00.000Z' }],
  })
})

it('A deadline before that of those who are asked first is said, and nothing is sent', async () => {
  const user = open()
  await choose(user, 'Agency role', /Emil/)
  await user.type(screen.getByLabelText('Decide by (optional)'), '2026-11-26T10:00')
  await user.click(more() ?? document.body)
  await choose(user, 'Then ask', /Lena/)
  const step = screen.getByRole('group', { name: 'Then ask', hidden: true })
  await user.type(within(step).getByLabelText('Decide by (optional)'), '2026-11-25T10:00')
  expect(await screen.findByText('Choose a time after that of those who are asked before.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send', hidden: true }).disabled).toBe(true)
})

it('Who is asked afterwards can be taken away again', async () => {
  const user = open()
  await choose(user, 'Agency role', /Emil/)
  await user.click(more() ?? document.body)
  await choose(user, 'Then ask', /Lena/)
  await user.click(screen.getByRole('button', { name: 'Remove “Then ask”', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Send', hidden: true }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('external_steps')
})
