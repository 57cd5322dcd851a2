import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#domain/accounts/model.ts'
import type {
  AgencyNotification,
  Notification,
  ProjectNotification,
  UnreadCounts,
} from '#domain/notifications/model.ts'
import { signalNotified } from '#web/platform/notified.ts'
import { queryKeys } from '#web/platform/query.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { NotificationBell } from './notification-bell.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const notification = (set: Partial<ProjectNotification>): ProjectNotification => ({
  id: 1,
  kind: 'sent_for_approval',
  project_id: 3,
  project_name: 'Harbor Coffee',
  role: 'content-creator',
  post_id: 10,
  versions: [{ social_network: 'facebook', status: 'draft' }],
  post_text: 'Slow Sunday',
  actor: { name: 'Ada Dale', avatar_image_link: null },
  created_at: '2026-11-20T11:00:00.000Z',
  read_at: null,
  waiting_for: [],
  ...set,
})

const agencyNotification = (set: Partial<AgencyNotification>): AgencyNotification => ({
  id: 1,
  kind: 'payment_failed',
  agency_id: 5,
  agency_name: 'Bluebird',
  created_at: '2026-11-20T11:00:00.000Z',
  read_at: null,
  ...set,
})

const own = { id: 5, name: 'Bluebird', logo_image_link: null }

type Page = { readonly path?: string; readonly unread?: Partial<UnreadCounts> }

const open = (notifications: readonly Notification[], { path = '/', unread = {} }: Page = {}) => {
  let total = notifications.filter(({ read_at }) => read_at === null).length
  let more = unread
  const counts = () => answer(200, { total, projects: [], agencies: [], ...more })
  const calls = serve({
    'GET /api/notifications/unread': counts,
    'GET /api/notifications?is_unread=false': () => answer(200, { notifications, next: null }),
    'GET /api/notifications?is_unread=true': () => answer(200, { notifications: [], next: null }),
    'POST /api/notifications/read': () => {
      total = 0
      more = {}
      return counts()
    },
  })
  const root = createRootRoute({ component: NotificationBell })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [path] }) })
  const { client } = renderAs('content-creator', <RouterProvider router={router} />)
  act(() => {
    client.setQueryData<Me>(queryKeys.me(), me => me && { ...me, agency: own })
  })
  return {
    user: userEvent.setup(),
    bodies: () => calls.filter(({ address }) => address.startsWith('POST')).map(({ body }) => body),
    grow: () => {
      total += 1
    },
  }
}

const unreadAccount: UnreadCounts = {
  total: 4,
  projects: [{ project_id: 3, count: 2, account_kinds: ['invitation', 'reconnecting'] }],
  agencies: [
    { agency_id: 5, count: 1 },
    { agency_id: 6, count: 1 },
  ],
}

describe('The bell', () => {
  it('counts what is unread, and again when another one comes', async () => {
    const page = open([notification({})])
    await screen.findByRole('button', { name: 'Notifications, 1 unread' })
    page.grow()
    act(signalNotified)
    await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  })

  it('lists neighbours about one post as one entry, in words', async () => {
    const { user } = open([
      notification({ id: 3, kind: 'note' }),
      notification({ id: 2, kind: 'approved', actor: null, read_at: '2026-11-20T12:00:00.000Z' }),
      notification({ id: 1, post_id: 11, post_text: '' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    await screen.findByText('Ada Dale wrote a note')
    screen.getByText('Was approved')
    screen.getByText('Empty message')
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(2)
  })

  it('says what repeats in one entry, which opens to show the posts', async () => {
    const approved = (id: number, set: Partial<ProjectNotification> = {}) =>
      notification({ id, kind: 'approved', post_id: 100 + id, post_text: `Post ${id}`, ...set })
    const { user } = open([
      approved(9),
      notification({ id: 8, kind: 'note' }),
      approved(7),
      approved(6),
      approved(5, { actor: null }),
      approved(4, { project_id: 4 }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    const entry = await screen.findByText('Ada Dale approved 3 posts')
    const entries = screen.getByRole('region', { name: 'Notifications' })
    expect(entries.firstElementChild?.children).toHaveLength(4)
    const details = entry.closest('details')
    expect(details?.open).toBe(false)
    expect(within(details ?? entries).getAllByRole('link', { hidden: true })).toHaveLength(3)
    expect(within(entries).getByText('Was approved')).toBeTruthy()
  })

  it('shows first and apart what needs the reader and was not read', async () => {
    const read_at = '2026-11-20T12:00:00.000Z'
    const { user } = open([
      notification({ id: 4, kind: 'published', post_text: 'Out' }),
      notification({ id: 3, kind: 'question', post_id: 11, post_text: 'Seen', read_at }),
      notification({ id: 2, kind: 'publishing_failed', post_id: 12, post_text: 'Failed' }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    const needs = within(await screen.findByRole('region', { name: 'Needs you' }))
    expect(needs.getAllByRole('link').map(link => link.textContent)).toEqual([
      expect.stringContaining('Failed'),
    ])
    const rest = within(screen.getByRole('region', { name: 'Everything else' }))
    expect(rest.getAllByRole('link')).toHaveLength(2)
  })

  it('shows times in the zone of the project', async () => {
    const { user } = open([notification({})])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    expect(await screen.findByText('20 Nov 2026, 12:00 PM')).toBeTruthy()
  })

  it('says the same words about versions of a post once, with their networks', async () => {
    const version = (id: number, social_network: 'facebook' | 'instagram') =>
      notification({ id, versions: [{ social_network, status: 'pending_internal_approval' }] })
    const { user } = open([
      version(3, 'facebook'),
      version(2, 'instagram'),
      notification({ id: 1, kind: 'note' }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await screen.findByText('Ada Dale wrote a note')
    expect(screen.getAllByText(/approval/)).toHaveLength(1)
    expect(screen.getAllByRole('img', { name: 'Facebook' })).toHaveLength(1)
    expect(screen.getAllByRole('img', { name: 'Instagram' })).toHaveLength(1)
  })

  it('leads from an invitation to the project, and from an account that is to be reconnected to its settings', async () => {
    const about = { post_id: null, post_text: '', versions: [] }
    const { user } = open([
      notification({ ...about, id: 3, kind: 'invitation' }),
      notification({ ...about, id: 2, kind: 'invitation', role: 'external-approver' }),
      notification({ ...about, id: 1, kind: 'reconnecting', actor: null }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    expect(await screen.findAllByText('Ada Dale added you to the project')).toHaveLength(2)
    const addresses = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(addresses).toEqual(['/3/settings/social-accounts', '/3/calendar', '/3/calendar-approval'])
  })

  it('leads from what happens to the bill of an agency to Billing, in one entry with its latest times', async () => {
    const { user } = open([
      agencyNotification({ id: 4, kind: 'read_only' }),
      agencyNotification({ id: 3 }),
      agencyNotification({ id: 2 }),
      agencyNotification({ id: 1, kind: 'trial_ending', agency_id: 6, agency_name: 'Kestrel' }),
    ])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await screen.findByText('Is now read-only: a payment is missing')
    expect(screen.getAllByText('The payment did not go through')).toHaveLength(1)
    screen.getByText('The free trial ends soon')
    screen.getByText('Bluebird')
    screen.getByText('Kestrel')
    const addresses = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(addresses).toEqual(['/billing', '/billing'])
  })

  it('names whom a late post waits for, once for all its versions', async () => {
    const late = (id: number) =>
      notification({ id, kind: 'approval_late', actor: null, waiting_for: ['Waiting for Emil Eriksen.'] })
    const { user } = open([late(2), late(1)])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await screen.findByText('Was not approved by its deadline')
    expect(screen.getAllByText('Waiting for Emil Eriksen.')).toHaveLength(1)
  })

  it.each([
    ['a project the invitation to it', '/3/calendar', [{ project_id: 3, kind: 'invitation' }]],
    [
      'its social accounts also those to be reconnected',
      '/3/settings/social-accounts',
      [
        { project_id: 3, kind: 'invitation' },
        { project_id: 3, kind: 'reconnecting' },
      ],
    ],
    ['Billing what its agency was notified of', '/billing', [{ agency_id: 5 }]],
  ])('marks as read when one opens %s', async (_name, path, expected) => {
    const { bodies } = open([], { path, unread: unreadAccount })
    await screen.findByRole('button', { name: /^Notifications/ })
    await waitFor(() => expect(bodies()).toEqual(expected))
  })

  it('marks nothing as read in a tab behind others until the person turns to it', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { bodies } = open([], { path: '/3/calendar', unread: unreadAccount })
    await screen.findByRole('button', { name: 'Notifications, 4 unread' })
    expect(bodies()).toEqual([])
    state.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(bodies()).toEqual([{ project_id: 3, kind: 'invitation' }]))
  })

  it('marks an opened post as read once, however often the person turns away and back, and again for what is new', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const turn = (to: DocumentVisibilityState) => {
      state.mockReturnValue(to)
      act(() => document.dispatchEvent(new Event('visibilitychange')))
    }
    const page = open([notification({})], { path: '/3/manage-post/facebook?postId=10' })
    await waitFor(() => expect(page.bodies()).toEqual([{ post_id: 10 }]))
    turn('hidden')
    turn('visible')
    expect(page.bodies()).toHaveLength(1)
    page.grow()
    act(signalNotified)
    await waitFor(() => expect(page.bodies()).toHaveLength(2))
  })

  it('marks nothing as read on other pages', async () => {
    const { bodies } = open([], { path: '/4/settings/social-accounts', unread: unreadAccount })
    await screen.findByRole('button', { name: 'Notifications, 4 unread' })
    expect(bodies()).toEqual([])
  })

  it('marks all as read, and says when nothing is unread', async () => {
    const { user, bodies } = open([notification({})])
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(bodies()).toEqual([{ is_all: true }]))
    await user.click(screen.getByRole('radio', { name: 'Unread' }))
    await screen.findByText('Everything is read')
  })
})
