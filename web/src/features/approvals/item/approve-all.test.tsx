import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { openApproval, personId, postOf, version } from '../../../../testing/fake-approval-server.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const pending = (id: number, ...networks: ('facebook' | 'instagram' | 'linkedin')[]) =>
  postOf(
    id,
    networks.map((network, index) => version(id * 10 + index, network, 'pending_external_approval')),
  )

describe('Approve all', () => {
  it('leads to a version with a content of its own before all are approved', async () => {
    const post = pending(10, 'facebook', 'instagram')
    const { user, posted, address } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      { posts: [post] },
    )
    await user.click(await screen.findByRole('button', { name: 'Look at Instagram first' }))
    await waitFor(() => expect(address()).toBe('/3/approval/instagram?postId=10'))
    expect(posted()).toEqual([])
    expect(await screen.findByRole('button', { name: 'Approve all 2' })).toBeTruthy()
  })

  describe('of a post that the person decided about before', () => {
    const approval: ApprovalAction = {
      id: 1,
      type: 'approved',
      approval_id: 900,
      post_social_id: 100,
      round: 'external',
      message: null,
      checkboxes: [],
      attachments: [],
      created_at: '2026-11-20T10:00:00.000Z',
      created_by_user: { id: personId, name: 'Emil', avatar_image_link: null },
    }
    const show = (unchanged: { post_social_id: number; version: number; social_network: string }[]) =>
      openApproval('/3/approval/facebook?postId=10', 'external-approver', {
        posts: [pending(10, 'facebook', 'instagram', 'linkedin')],
        actions: [approval],
        since: {
          decided_at: '2026-11-20T10:00:00.000Z',
          decision: 'approved',
          request: null,
          changes: [],
          schedule: null,
          unchanged,
        },
      })
    const same = (id: number, social_network: string) => ({ post_social_id: id, version: 1, social_network })

    it('needs no look at what says the same as then', async () => {
      await show([same(101, 'instagram'), same(102, 'linkedin')])
      expect(await screen.findByRole('button', { name: 'Approve all 3' })).toBeTruthy()
    })

    it('needs a look at what was saved since then', async () => {
      await show([same(101, 'instagram'), { ...same(102, 'linkedin'), version: 0 }])
      expect(await screen.findByRole('button', { name: 'Look at LinkedIn first' })).toBeTruthy()
    })
  })

  it('approves all versions in one call, and says when nothing is left', async () => {
    const post = postOf(
      10,
      (['facebook', 'instagram', 'linkedin'] as const).map((network, index) =>
        version(100 + index, network, 'pending_external_approval', { message: 'The same for all' }),
      ),
    )
    const { user, posted, world } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      {
        posts: [post],
      },
    )
    const approved = post.post_socials.map(({ id, social_network }) =>
      version(id, social_network, 'approved'),
    )
    world.onPost = () => {
      world.posts = []
      return { data: postOf(10, approved) }
    }
    await user.click(await screen.findByRole('button', { name: 'Approve all 3' }))
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeTruthy()
    expect(posted().map(({ body }) => body)).toEqual([
      {
        project_id: 3,
        rounds: [100, 101, 102].map(post_social_id => expect.objectContaining({ post_social_id })),
      },
    ])
  })

  it('says which network was approved when another was refused, and offers to undo it', async () => {
    const post = postOf(
      10,
      (['facebook', 'instagram'] as const).map((network, index) =>
        version(100 + index, network, 'pending_external_approval', { message: 'The same for all' }),
      ),
    )
    const { user, posted, world } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      { posts: [post] },
    )
    world.onPost = ({ path, body }) =>
      path.endsWith('approve-rounds') && (body as { post_social_id: number }).post_social_id === 101
        ? { status: 409, code: 'already_decided', message: 'This was decided already.' }
        : null
    await user.click(await screen.findByRole('button', { name: 'Approve all 2' }))
    expect(await screen.findByText('Approved for Facebook only')).toBeTruthy()
    expect(await screen.findByText('This was decided already.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Approval undone')).toBeTruthy()
    expect(posted()[1]?.body).toEqual({
      project_id: 3,
      approvals: [{ post_social_id: 100, approval_id: 2100 }],
    })
  })
})
