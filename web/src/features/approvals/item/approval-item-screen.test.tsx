import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { uploaded } from '../../../../testing/build-post.ts'
import {
  buildRound,
  openApproval,
  personId,
  postOf,
  version,
} from '../../../../testing/fake-approval-server.tsx'
import { settleAfterDecisionMs } from '../decision/use-settled.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
// They are away for a moment after the screen has changed.
const buttons = async () => {
  const bar = within(await screen.findByRole('region', { name: 'Decision' }))
  return (await bar.findAllByRole('button')).map(one => one.textContent || one.getAttribute('aria-label'))
}
const pending = (id: number, ...networks: ('facebook' | 'instagram' | 'linkedin')[]) =>
  postOf(
    id,
    networks.map((network, index) => version(id * 10 + index, network, 'pending_external_approval')),
  )

describe('the approval item', () => {
  test.each<[Role, PostSocialStatus, string[]]>([
    ['external-approver', 'pending_external_approval', ['Request revision', 'Approve', 'Add a comment']],
    ['agency-admin', 'pending_external_approval', ['Request revision', 'Approve', 'Add a comment']],
    ['internal-approver', 'pending_external_approval', ['Back to the list']],
    ['external-approver', 'requires_revision', ['Back to the list']],
    ['external-approver', 'live', ['Back to the list']],
  ])('offers %s for a post that is %s: %j', async (role, status, shown) => {
    const mayApprove = role !== 'internal-approver'
    const post = postOf(10, [version(1, 'facebook', status)], {
      can_approve_post_socials: mayApprove ? [1] : [],
    })
    const isDone = shown.length === 1
    await openApproval(
      '/3/approval/facebook?postId=10',
      role,
      isDone && mayApprove ? { approved: [{ ...post, can_approve_post_socials: [] }] } : { posts: [post] },
    )
    expect(await buttons()).toEqual(shown)
  })

  it('is headed by the text of the post, with its type, its place in the list and one date', async () => {
    await openApproval('/3/approval/facebook?postId=20', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook')],
    })
    expect(await screen.findByRole('heading', { name: 'Text 200' })).toBeTruthy()
    expect(screen.getByText('Single photo · 2 of 2')).toBeTruthy()
    expect(screen.getByText('23/11/26 6:05 PM Europe - Berlin')).toBeTruthy()
    expect(screen.queryByText('Publish date', { exact: false })).toBeNull()
  })

  it('says that a version was approved for another account than the one that is connected now', async () => {
    const social = { ...version(1, 'facebook', 'approved'), approved_for: 'Bluebird Café' }
    const approved = [postOf(10, [social], { can_approve_post_socials: [] })]
    await openApproval('/3/approval/facebook?postId=10', 'external-approver', { approved })
    expect(await screen.findByText(/It was approved for/)).toBeTruthy()
  })

  it('leads from the last post to the first, and back', async () => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=20', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook')],
    })
    await user.click(await screen.findByRole('button', { name: /^Next post/ }))
    await waitFor(() => expect(address()).toContain('postId=10'))
    await user.click(await screen.findByRole('button', { name: /^Previous post/ }))
    await waitFor(() => expect(address()).toContain('postId=20'))
  })

  it('shows the next post on a swipe to the left, the previous one on a swipe to the right', async () => {
    const { address } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook'), pending(30, 'facebook')],
    })
    const swipe = async (dx: number, dy = 0) => {
      const stage = await screen.findByRole('region', { name: 'Post' })
      const at = (clientX: number, clientY: number) => ({ clientX, clientY, identifier: 1, target: stage })
      fireEvent.touchStart(stage, { touches: [at(200, 300)] })
      fireEvent.touchMove(stage, { touches: [at(200 + dx, 300 + dy)] })
      fireEvent.touchEnd(stage, { touches: [], changedTouches: [at(200 + dx, 300 + dy)] })
    }
    await swipe(-30)
    await swipe(-100, 200)
    expect(address()).toContain('postId=10')
    await swipe(-100)
    await waitFor(() => expect(address()).toContain('postId=20'))
    await swipe(100)
    await waitFor(() => expect(address()).toContain('postId=10'))
  })

  it('hides the buttons after a decision, so that a repeated tap does not approve the next post', async () => {
    const posts = [pending(10, 'facebook'), pending(20, 'facebook')]
    const { user, posted, address } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      { posts },
    )
    // Starts the moment in which the buttons are hidden; the test ends it.
    const moments: (() => void)[] = []
    const { setTimeout: begin } = globalThis
    vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...more: unknown[]) =>
      ms === settleAfterDecisionMs ? moments.push(work) : begin(work, ms, ...more),
    )
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(address()).toContain('postId=20'))
    await waitFor(() => expect(moments.length).toBeGreaterThan(0))
    const bar = screen.getByRole('region', { name: 'Decision' })
    expect(within(bar).queryAllByRole('button')).toEqual([])
    act(() => {
      for (const end of moments) end()
    })
    expect(posted()).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(posted()).toHaveLength(2))
    // People tap again up to 1.2 seconds later.
    expect(settleAfterDecisionMs).toBeGreaterThan(1200)
  })

  it('offers Approve only once the pictures are on the screen or have visibly failed', async () => {
    const post = pending(10, 'facebook')
    const [facebook] = post.post_socials
    if (!facebook) throw new Error('a version')
    const attachments = [uploaded(1, 7), uploaded(2, 8)]
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
    await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [{ ...post, post_socials: [{ ...facebook, type: 'multi_photo', attachments }] }],
    })
    const approve = await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading…' })
    expect(approve.disabled).toBe(true)
    expect(button('Request revision').disabled).toBe(false)
    const [first, second] = await within(screen.getByRole('region', { name: 'Post' })).findAllByRole('img', {
      name: /Photo \d of 2/,
    })
    if (!first || !second) throw new Error('two pictures')
    fireEvent.error(first)
    expect(await screen.findByText('This picture could not be loaded')).toBeTruthy()
    expect(approve.disabled).toBe(true)
    complete.mockReturnValue(true)
    fireEvent.load(second)
    await waitFor(() => expect(button('Approve').disabled).toBe(false))
    complete.mockRestore()
  })

  it('offers to undo an approval, and shows the post again', async () => {
    const posts = [pending(10, 'facebook'), pending(20, 'facebook')]
    const { user, posted, address } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      { posts },
    )
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(address()).toContain('postId=20'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Approval undone')).toBeTruthy()
    expect(posted()[1]).toMatchObject({
      path: '/posts/approvals/undo-approvals',
      body: { project_id: 3, approvals: [{ post_social_id: 100, approval_id: 2100 }] },
    })
    await waitFor(() => expect(address()).toContain('postId=10'))
  })

  it('says whom an approval still waits for', async () => {
    const approvers = [
      { id: personId, name: 'Emil', has_approved: false },
      { id: 51, name: 'Nina Ortega', has_approved: false },
    ]
    const social = version(1, 'facebook', 'pending_external_approval', {
      approvals: [buildRound({ approvers })],
    })
    const { user } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [postOf(10, [social])],
    })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Post approved. Waiting for Nina Ortega.')).toBeTruthy()
  })

  it('tells a client that the post was withdrawn, instead of “Not found.”', async () => {
    const { user, world } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook')],
    })
    world.onPost = () => {
      world.posts = world.posts.slice(1)
      return { status: 404, code: 'not_found', message: 'Not found.' }
    }
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByRole('heading', { name: 'This post was taken back.' })).toBeTruthy()
    expect(await screen.findByText(/This post was taken back or deleted\./)).toBeTruthy()
    expect(screen.queryByText('Not found.')).toBeNull()
  })

  it('leads from a version that follows the master content to the master', async () => {
    const post = {
      ...pending(10, 'facebook', 'instagram'),
      master_social_post_id: 101,
      master_social_network: 'instagram' as const,
    }
    const { user, address } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [post],
    })
    expect(
      await screen.findByText(/One decision covers all networks\. It is made on Instagram\./),
    ).toBeTruthy()
    expect(await buttons()).toEqual(['Go to Instagram'])
    await user.click(button('Go to Instagram'))
    await waitFor(() => expect(address()).toBe('/3/approval/instagram?postId=10'))
    expect(await buttons()).toEqual(['Request revision', 'Approve', 'Add a comment'])
  })

  it('names the version of every network that the approval of the master covers', async () => {
    const [facebook, instagram] = pending(10, 'facebook', 'instagram').post_socials
    if (!facebook || !instagram) throw new Error('two versions')
    // One round, on the master: the other network has none of its own.
    const post = postOf(10, [{ ...facebook, approvals: [], version: 4 }, instagram], {
      master_social_post_id: 101,
      master_social_network: 'instagram',
    })
    const { user, posted } = await openApproval('/3/approval/instagram?postId=10', 'external-approver', {
      posts: [post],
    })
    // What Facebook says was not on the screen yet.
    await user.click(await screen.findByRole('button', { name: 'Look at Facebook first' }))
    expect(posted()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Go to Instagram' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(posted()).toHaveLength(1))
    expect(posted()[0]?.body).toMatchObject({
      rounds: [
        {
          post_social_id: 101,
          versions: [
            { post_social_id: 101, version: 1 },
            { post_social_id: 100, version: 4 },
          ],
        },
      ],
    })
  })

  it('approves the version that was shown, and goes on to the next post', async () => {
    const posts = [pending(10, 'facebook'), pending(20, 'facebook')]
    const { user, posted, address } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      { posts },
    )
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Post approved')).toBeTruthy()
    expect(posted()).toEqual([
      {
        method: 'POST',
        path: '/posts/approvals/approve-rounds',
        body: {
          project_id: 3,
          rounds: [
            {
              post_social_id: 100,
              version: 1,
              versions: [{ post_social_id: 100, version: 1 }],
              approval_id: 2100,
            },
          ],
        },
      },
    ])
    await waitFor(() => expect(address()).toContain('postId=20'))
  })

  it('goes on to the next network after one of several was approved', async () => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook', 'instagram')],
    })
    await user.click(await screen.findByRole('button', { name: 'Approve Facebook' }))
    await waitFor(() => expect(address()).toBe('/3/approval/instagram?postId=10'))
  })

  it('does not approve a version that has changed in the meantime, but shows the newer one first', async () => {
    const old = pending(10, 'facebook')
    const { user, posted, world, address } = await openApproval(
      '/3/approval/facebook?postId=10',
      'external-approver',
      {
        posts: [old],
      },
    )
    const newer = { version: 2, message: 'Newer text' }
    world.onPost = () => {
      world.posts = [{ ...old, post_socials: old.post_socials.map(social => ({ ...social, ...newer })) }]
      return { status: 409, code: 'stale_version', message: 'Someone else has changed this in the meantime.' }
    }
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Someone else has changed this in the meantime',
    )
    expect(screen.queryByText('Newer text')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    await user.click(button('Show the newer version'))
    expect(await screen.findByRole('heading', { name: 'Newer text' })).toBeTruthy()
    expect(screen.getByText(/Changed: text\./)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Approve' }, { timeout: 5000 }))
    expect(posted()[1]?.body).toMatchObject({ rounds: [{ version: 2 }] })
    expect(address()).toContain('postId=10')
  })

  it('says when another approver has decided, and offers the next post', async () => {
    const posts = [pending(10, 'facebook'), pending(20, 'facebook')]
    const { world, refresh } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts,
    })
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
    world.approved = [postOf(10, [version(100, 'facebook', 'approved')])]
    world.posts = posts.slice(1)
    world.actions = [
      {
        id: 1,
        approval_id: 2100,
        post_social_id: 100,
        round: 'external',
        type: 'approved',
        message: null,
        checkboxes: [],
        attachments: [],
        created_at: '2026-11-21T09:00:00.000Z',
        created_by_user: { id: 51, name: 'Nina Ortega', avatar_image_link: null },
      },
    ]
    await act(refresh)
    expect(await screen.findByText(/Nina Ortega approved\. The next post opens in a moment\./)).toBeTruthy()
    expect(await buttons()).toEqual(['Stay here', 'Next post'])
  })

  it('keeps what was written while the revision form is closed, and sends it with the round', async () => {
    const { user, posted } = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [pending(10, 'facebook'), pending(20, 'facebook')],
    })
    await user.click(await screen.findByRole('button', { name: 'Request revision' }))
    await user.type(await screen.findByLabelText('What should be changed?'), 'Other photo')
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Request revision' }))
    const form = screen.getByRole('form', { name: 'Request revision' })
    await user.click(within(form).getByRole('button', { name: 'Request revision' }))
    expect(await screen.findByText('Revision requested')).toBeTruthy()
    expect(posted()[0]?.path).toBe('/posts/approvals/revision')
    expect(posted()[0]?.body).toMatchObject({ approval_id: '2100', message: 'Other photo', type: 'pending' })
  })

  it('says that a post does not exist, and leads back', async () => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=77', 'external-approver')
    expect(await screen.findByRole('heading', { name: 'The post id=77 does not exist.' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Back to the list' }))
    await waitFor(() => expect(address()).toContain('/3/approval?tab=pending'))
  })

  test.each<[Role, string]>([
    ['external-approver', '/3/calendar-approval'],
    ['agency-admin', '/3/calendar'],
  ])('leads %s who came from the calendar back to %s', async (role, calendar) => {
    const { user, address } = await openApproval('/3/approval/facebook?postId=10&from=calendar', role, {
      posts: [pending(10, 'facebook')],
    })
    await user.click(await screen.findByRole('button', { name: 'Back to the calendar' }))
    await waitFor(() => expect(address()).toBe(calendar))
  })
})

describe('the unapprove item', () => {
  it('unapproves after asking, in the external round for a client', async () => {
    const { user, posted, address } = await openApproval(
      '/3/unapprove/facebook?postId=10',
      'external-approver',
      {
        approved: [postOf(10, [version(1, 'facebook', 'approved')])],
      },
    )
    expect(await screen.findByRole('button', { name: 'Unapprove and request revision' })).toBeTruthy()
    await user.click(button('Unapprove'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unapprove' }))
    expect(await screen.findByText('Post unapproved')).toBeTruthy()
    expect(posted()[0]).toMatchObject({
      path: '/posts/approvals/unapprove-round',
      body: { approval_id: '2001' },
    })
    await waitFor(() => expect(address()).toContain('tab=approved'))
  })
})
