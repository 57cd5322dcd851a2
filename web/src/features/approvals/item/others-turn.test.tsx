import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import {
  buildRound,
  openApproval,
  personId,
  postOf,
  version,
} from '../../../../testing/fake-approval-server.tsx'

const person = (id: number, name: string, role: Role) => ({
  id,
  name,
  role,
  email: '',
  avatar_image_link: null,
  setting: [],
})
const people = [
  person(personId, 'Ada Brandt', 'agency-admin'),
  person(51, 'Inès Okafor', 'internal-approver'),
  person(52, 'Emil Haas', 'external-approver'),
]
const withClient = postOf(10, [
  version(100, 'facebook', 'pending_external_approval'),
  version(101, 'instagram', 'pending_external_approval', { message: 'Text 100' }),
])
const bar = async () => within(await screen.findByRole('region', { name: 'Decision' }))
const buttons = async () =>
  (await (await bar()).findAllByRole('button')).map(one => one.textContent || one.getAttribute('aria-label'))

describe("The item of a post in others' turn", () => {
  it('says whom it waits for, and offers an admin to remind them first', async () => {
    const { user, posted } = await openApproval('/3/approval/facebook?postId=10', 'agency-admin', {
      posts: [withClient],
      people,
      onPost: () => ({ data: { post_id: 10, reminded_at: '2026-11-20T11:00:00.000Z' } }),
    })
    expect(await buttons()).toEqual(['Remind', 'Request revision', 'Approve for the client…'])
    expect((await bar()).getByText('Waiting for Emil Haas.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remind' }))
    expect(await screen.findByText('Approvers reminded')).toBeTruthy()
    expect(posted()).toMatchObject([{ path: '/posts/approvals/remind', body: { post_id: 10 } }])
  })

  test.each([
    ['all networks', 'Approve all 2', [100, 101]],
    ['the network on the screen', 'Approve Facebook', [100]],
  ])('lets an admin approve %s in the place of the client, after a question', async (_, button, ids) => {
    const { user, posted } = await openApproval('/3/approval/facebook?postId=10', 'agency-admin', {
      posts: [withClient],
      people,
    })
    await user.click(await screen.findByRole('button', { name: 'Approve for the client…' }))
    const question = within(await screen.findByRole('dialog', { name: 'Approve for the client?' }))
    expect(posted()).toEqual([])
    await user.type(question.getByRole('textbox', { name: 'Comment (optional)' }), ' By telephone, Tuesday ')
    await user.click(question.getByRole('button', { name: button }))
    expect(await screen.findByText('Post approved')).toBeTruthy()
    const rounds = ids.map(post_social_id => ({ post_social_id, message: 'By telephone, Tuesday' }))
    expect(posted()).toMatchObject([{ body: { rounds } }])
  })

  it('leads an admin who has decided it to no other one, but back to the list', async () => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=10', 'agency-admin', {
      posts: [withClient, postOf(11, [version(110, 'facebook', 'pending_external_approval')])],
      people,
    })
    await user.click(await screen.findByRole('button', { name: 'Approve for the client…' }))
    await user.click(await screen.findByRole('button', { name: 'Approve all 2' }))
    await waitFor(() => expect(address()).toBe('/3/approval?tab=pending'))
  })

  it('offers an admin who was chosen to approve', async () => {
    const approvers = [{ id: personId, name: 'Ada Brandt', has_approved: false }]
    const chosen = version(100, 'facebook', 'pending_external_approval', {
      approvals: [buildRound({ approvers })],
    })
    await openApproval('/3/approval/facebook?postId=10', 'agency-admin', {
      posts: [postOf(10, [chosen])],
      people,
    })
    expect(await buttons()).toEqual(['Request revision', 'Approve', 'Add a comment'])
  })

  it('offers those who make posts to remind, where they have nothing to decide', async () => {
    await openApproval('/3/approval/facebook?postId=10', 'content-creator', {
      posts: [{ ...withClient, can_approve_post_socials: [] }],
      people,
    })
    expect(await buttons()).toEqual(['Remind', 'Back to the list'])
    expect((await bar()).getByText('Waiting for Emil Haas.')).toBeTruthy()
  })
})

describe('Stop this post', () => {
  const schedule = {
    id: 5,
    schedule_id: 5,
    post_id: 10,
    date: '2026-11-25',
    time: '10:00',
    datetime: '2026-11-25T09:00:00.000Z',
    timezone: 'Europe/Berlin',
    is_autoposting: true,
  }
  const planned = { ...withClient, status: 'pending_approval' as const, latest_schedule: schedule }

  it('is offered in the approval item to people who may publish, and undone', async () => {
    const { user, posted } = await openApproval('/3/approval/facebook?postId=10', 'agency-admin', {
      posts: [planned],
      people,
      onPost: ({ path }) => ({
        data: path.includes('undo') ? {} : { schedule_id: 5, still_sending: [] },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Stop this post' }))
    expect(await screen.findByText('Post stopped. It has no schedule now.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(posted().map(({ path }) => path)).toEqual(['/posts/stop/10', '/posts/stop/undo/5']),
    )
  })

  it('is not offered to a client', async () => {
    await openApproval('/3/approval/facebook?postId=10', 'external-approver', { posts: [planned], people })
    await screen.findByRole('region', { name: 'Decision' })
    expect(screen.queryByRole('button', { name: 'Stop this post' })).toBeNull()
  })
})
