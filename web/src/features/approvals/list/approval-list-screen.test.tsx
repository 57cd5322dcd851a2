import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import { buildPause } from '../../../../testing/build-project.ts'
import {
  buildRound,
  openApproval,
  personId,
  postOf,
  version,
} from '../../../../testing/fake-approval-server.tsx'

afterEach(() => vi.unstubAllGlobals())

const waiting = postOf(10, [
  version(1, 'facebook', 'pending_external_approval'),
  version(2, 'instagram', 'pending_external_approval'),
])
const approved = postOf(20, [version(3, 'linkedin', 'approved')])

const client = {
  id: 51,
  name: 'Emil Haas',
  role: 'external-approver' as const,
  email: '',
  avatar_image_link: null,
  setting: [],
}

/** Posts 100, 101 … with the texts `Text 500`, `Text 501` … */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    postOf(100 + index, [version(500 + index, 'facebook', 'pending_external_approval')]),
  )

describe('the approval list', () => {
  it('shows a card for each post, headed by its text, with type and date, which links to the item', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: [waiting] })
    const card = within((await screen.findAllByRole('listitem'))[0] as HTMLElement)
    expect(card.getByRole('link').getAttribute('href')).toBe('/3/approval/facebook?postId=10')
    expect(card.getByText('23 Nov 2026, 6:05 PM')).toBeTruthy()
    expect(card.getByText('Single photo')).toBeTruthy()
    expect(card.getByRole('heading', { name: 'Text 1' })).toBeTruthy()
    expect(screen.getByText('Times shown are in Europe - Berlin time.')).toBeTruthy()
    expect(card.getAllByRole('img').map(image => image.getAttribute('aria-label'))).toEqual([
      'Facebook',
      'Instagram',
    ])
  })

  it('says to a client who is told that a pause keeps a post back', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: [waiting], pauses: [buildPause()] })
    const card = within((await screen.findAllByRole('listitem'))[0] as HTMLElement)
    expect(card.getByText('Paused')).toBeTruthy()
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

  test.each<[Role, string]>([
    ['internal-approver', 'Waiting for Emil Haas'],
    ['external-approver', ''],
  ])('tells the %s whom an approved post still waits for: %j', async (role, text) => {
    await openApproval('/3/approval?tab=approved', role, { approved: [waiting], people: [client] })
    const card = await screen.findByRole('listitem')
    if (text) await within(card).findByText('Emil Haas')
    expect(card.textContent?.includes(text || 'Emil')).toBe(text !== '')
  })

  it('says until when to decide, and how late that is', async () => {
    vi.setSystemTime('2026-11-20T10:00:00.000Z')
    await openApproval('/3/approval', 'external-approver', {
      posts: [
        { ...waiting, decide_by: '2026-11-20T14:00:00.000Z' },
        { ...postOf(11, waiting.post_socials), decide_by: '2026-11-20T07:30:00.000Z' },
      ],
    })
    const cards = await screen.findAllByRole('listitem')
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Decide by Fri 20 Nov, 3:00 PM 4 h left'),
      expect.stringContaining('Decide by Fri 20 Nov, 8:30 AM 2 hours late'),
    ])
    vi.useRealTimers()
  })

  it('has only what waits for a person or is late, on request, and keeps that in the address', async () => {
    const { user, address } = await openApproval('/3/approval?late=true', 'agency-admin', {
      posts: [waiting],
      people: [client, { ...client, id: 52, name: 'Nina Ortega' }],
    })
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Waiting for' }),
      'Waiting for Nina Ortega',
    )
    await waitFor(() => expect(address()).toContain('waiting_for=52'))
    await user.click(screen.getByRole('button', { name: /^Late/ }))
    await waitFor(() => expect(address()).toBe('/3/approval?tab=pending&waiting_for=52'))
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
    expect(screen.getByRole('link', { name: /^(Text|Fresh)/ }).getAttribute('href')).toBe(
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

  it('searches and filters, and keeps both in the address and on the way back from an item', async () => {
    const bread = postOf(11, [
      version(5, 'facebook', 'pending_external_approval', { message: 'Fresh bread' }),
    ])
    const { user, address } = await openApproval('/3/approval?social_network=facebook', 'external-approver', {
      posts: [waiting, bread, postOf(12, [version(6, 'linkedin', 'pending_external_approval')])],
    })
    expect(await screen.findByText('Fresh bread')).toBeTruthy()
    expect(screen.queryByText('Text 6')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'LinkedIn' }))
    expect(await screen.findByText('Text 6')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), 'fresh')
    // While it is typed, the list still shows what its first letters find: "f" is in Facebook.
    for (const text of ['Text 1', 'Text 6']) await waitFor(() => expect(screen.queryByText(text)).toBeNull())
    await waitFor(() => expect(address()).toMatch(/social_network=facebook%2Clinkedin&q=fresh$/))
    await user.click(screen.getByRole('link', { name: 'Fresh bread' }))
    await user.click(await screen.findByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(address()).toMatch(/^\/3\/approval\?tab=pending.*q=fresh/))
    await user.type(await screen.findByRole('searchbox', { name: 'Search posts' }), ' cake')
    expect(await screen.findByText('No posts match the search and the filter.')).toBeTruthy()
  })

  it('groups the posts by week', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: [waiting] })
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toContain('23 – 29 Nov 2026')
  })

  it('is in the order of the deadlines on request, and keeps that in the address and on the way to an item', async () => {
    const later = { ...waiting, decide_by: '2026-11-23T10:00:00.000Z' }
    const soon = {
      ...postOf(11, [version(9, 'facebook', 'pending_external_approval')]),
      decide_by: '2026-11-10T10:00:00.000Z',
    }
    const { user, address } = await openApproval('/3/approval', 'external-approver', { posts: [later, soon] })
    const firstCard = async () => (await screen.findAllByRole('listitem'))[0]?.textContent
    expect(await firstCard()).toContain('Text 1')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By deadline')
    await waitFor(async () => expect(await firstCard()).toContain('Text 9'))
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Decide/),
      expect.stringMatching(/^Decide/),
    ])
    expect(address()).toContain('order=deadline')
    const [link] = screen.getAllByRole('link', { name: /^Text/ })
    expect(link?.getAttribute('href')).toBe('/3/approval/facebook?postId=11&order=deadline')
    await user.click(screen.getByRole('tab', { name: 'Approved' }))
    expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
  })

  it('approves the selected posts as the list shows them, and undoes it', async () => {
    const other = postOf(11, [version(5, 'facebook', 'pending_external_approval')])
    const decided = postOf(12, [version(6, 'facebook', 'pending_external_approval')], {
      can_approve_post_socials: [],
    })
    const { user, posted } = await openApproval('/3/approval', 'external-approver', {
      posts: [waiting, other, decided],
    })
    const boxes = await screen.findAllByRole('checkbox')
    expect(boxes).toHaveLength(2)
    await user.click(boxes[0] as HTMLElement)
    expect(await screen.findByText('1 Selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Select all 2' }))
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('2 posts approved')).toBeTruthy()
    const named = (id: number) => ({
      post_social_id: id,
      version: 1,
      versions: [{ post_social_id: id, version: 1 }],
      approval_id: 2000 + id,
    })
    expect(posted().map(({ body }) => body)).toEqual([
      { project_id: 3, rounds: [named(1), named(2), named(5)] },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Approvals undone')).toBeTruthy()
    expect(posted().slice(1)).toEqual([
      {
        method: 'POST',
        path: '/posts/approvals/undo-approvals',
        body: {
          project_id: 3,
          approvals: [1, 2, 5].map(id => ({ post_social_id: id, approval_id: 2000 + id })),
        },
      },
    ])
  })

  it('says which of the selected posts were refused, and leaves them selected', async () => {
    const other = postOf(11, [version(5, 'facebook', 'pending_external_approval')])
    const { user, world } = await openApproval('/3/approval', 'external-approver', {
      posts: [other, waiting],
    })
    world.onPost = ({ body }) =>
      (body as { post_social_id: number }).post_social_id === 5
        ? { status: 409, code: 'stale_version', message: 'Someone else has changed this in the meantime.' }
        : { data: postOf(10, [version(1, 'facebook', 'approved'), version(2, 'instagram', 'approved')]) }
    await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Select all 2' }))
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Someone else has changed this in the meantime.')).toBeTruthy()
    expect(await screen.findByText('Approved 1 of 2')).toBeTruthy()
    expect(await screen.findByText('1 Selected')).toBeTruthy()
  })

  it('loads the next page when it is asked to, and counts a week once all of it is there', async () => {
    const { user, requests } = await openApproval('/3/approval', 'external-approver', { posts: many(45) })
    const more = await screen.findByRole('button', { name: 'Show more posts' })
    expect(screen.getByRole('heading', { level: 2 }).textContent).not.toContain('45')
    await user.click(more)
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('45'))
    expect(screen.queryByRole('button', { name: 'Show more posts' })).toBeNull()
    expect(requests().filter(path => path.includes('/pending-approval'))).toEqual([
      '/projects/3/posts/pending-approval',
      '/projects/3/posts/pending-approval?after=2026-11-23T17%3A05%3A00.000Z_129',
    ])
  })

  it('reads only the post that a live update names, and not the pages again', async () => {
    const { world, announce, requests } = await openApproval('/3/approval', 'external-approver', {
      posts: many(3),
    })
    await screen.findByText('Text 500')
    const [first, second, third] = world.posts
    if (!first || !second || !third) throw new Error('three posts')
    world.posts = [
      first,
      postOf(101, [version(501, 'facebook', 'pending_external_approval', { message: 'New' })]),
    ]
    announce([101, 102])
    expect(await screen.findByText('New')).toBeTruthy()
    expect(screen.queryByText('Text 502')).toBeNull()
    expect(screen.getByText('Text 500')).toBeTruthy()
    world.posts = [...world.posts, third]
    announce([102])
    expect(await screen.findByText('Text 502')).toBeTruthy()
    expect(requests().filter(path => path.includes('/pending-approval'))).toEqual([
      '/projects/3/posts/pending-approval',
      '/projects/3/posts/pending-approval?posts=101%2C102&limit=100',
      '/projects/3/posts/pending-approval?posts=102&limit=100',
    ])
  })

  it('renders only the cards near the screen', async () => {
    await openApproval('/3/approval', 'external-approver', { posts: many(29) })
    expect((await screen.findAllByRole('listitem')).length).toBeLessThan(29)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('29')
  })
})
