import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openApproval, postOf, version } from '../../../../testing/fake-approval-server.tsx'

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

  it('approves all versions one after the other, and says when nothing is left', async () => {
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
    expect(posted().map(({ body }) => (body as { post_social_id: number }).post_social_id)).toEqual([
      100, 101, 102,
    ])
  })
})
