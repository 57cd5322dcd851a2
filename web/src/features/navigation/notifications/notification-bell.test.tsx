import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '#domain/notifications/model.ts'
import { hearTold } from '#web/platform/told.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { NotificationBell } from './notification-bell.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const told = (set: Partial<Notification>): Notification => ({
  ...{
    id: 1,
    kind: 'sent_for_approval',
    project_id: 3,
    project_name: 'Harbor Coffee',
    role: 'content-creator',
  },
  ...{ post_id: 10, versions: [{ social_network: 'facebook', status: 'draft' }], post_text: 'Slow Sunday' },
  ...{ actor: { name: 'Ada Dale', avatar_image_link: null }, created_at: '2026-11-20T11:00:00.000Z' },
  ...{ read_at: null, ...set },
})

const open = (notifications: readonly Notification[]) => {
  let total = notifications.filter(({ read_at }) => read_at === null).length
  const counts = () => answer(200, { total, projects: [] })
  const calls = serve({
    'GET /api/notifications/unread': counts,
    'GET /api/notifications?is_unread=false': () => answer(200, { notifications, next: null }),
    'GET /api/notifications?is_unread=true': () => answer(200, { notifications: [], next: null }),
    'POST /api/notifications/read': () => {
      total = 0
      return counts()
    },
  })
  const root = createRootRoute({ component: NotificationBell })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  renderAs('content-creator', <RouterProvider router={router} />)
  return {
    user: userEvent.setup(),
    bodies: () => calls.filter(({ address }) => address.startsWith('POST')).map(({ body }) => body),
    grow: () => {
      total += 1
    },
  }
}

describe('The bell', () => {
  it('counts what is unread, and again when something was told', async () => {
    const page = open([told({})])
    await screen.findByRole('button', { name: 'Notifications, 1 unread' })
    page.grow()
    act(hearTold)
    await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  })

  it('lists neighbours about one post as one entry, in words', async () => {
    const { user } = open([
      told({ id: 3, kind: 'note' }),
      told({ id: 2, kind: 'approved', actor: null, read_at: '2026-11-20T12:00:00.000Z' }),
      told({ id: 1, post_id: 11, post_text: '' }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    await screen.findByText('Ada Dale wrote a note')
    screen.getByText('Was approved')
    screen.getByText('Empty message')
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(2)
  })

  it('says the same words about versions of a post once, with their networks', async () => {
    const version = (id: number, social_network: 'facebook' | 'instagram') =>
      told({ id, versions: [{ social_network, status: 'pending_internal_approval' }] })
    const { user } = open([version(3, 'facebook'), version(2, 'instagram'), told({ id: 1, kind: 'note' })])
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await screen.findByText('Ada Dale wrote a note')
    expect(screen.getAllByText(/approval/)).toHaveLength(1)
    expect(screen.getAllByRole('img', { name: 'Facebook' })).toHaveLength(1)
    expect(screen.getAllByRole('img', { name: 'Instagram' })).toHaveLength(1)
  })

  it('marks all as read, and says when nothing is unread', async () => {
    const { user, bodies } = open([told({})])
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(bodies()).toEqual([{ is_all: true }]))
    await user.click(screen.getByRole('radio', { name: 'Unread' }))
    await screen.findByText('Everything is read')
  })
})
