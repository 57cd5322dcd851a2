import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { type PostSocialStatus, postStatus } from '#domain/posts/status.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { PlannedGrid } from './planned-grid.tsx'

const zone = 'Europe/Berlin'
const today = dayOf(new Date(), zone)
const at = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()

const post = (id: number, message: string, days: number, status: PostSocialStatus = 'approved') => ({
  id,
  project_id: 3,
  type: 'single_photo',
  status: postStatus([status]),
  message,
  preview: `/${id}.webp`,
  updated_at: at(-1),
  is_overdue: false,
  post_socials: [{ id, status, social_network: 'instagram', type: 'single_photo', is_approved: true }],
  latest_schedule: {
    id: id * 10,
    schedule_id: id * 10,
    post_id: id,
    date: '2026-12-05',
    time: '12:30',
    timezone: zone,
    datetime: times[id] ?? at(days),
    is_autoposting: true,
  },
})
const times: Record<number, string> = { 1: at(9), 2: at(6), 3: at(0.1), 4: at(-3) }
const posts = () => [
  post(1, 'Latest', 9),
  post(2, 'Earlier', 6),
  post(3, 'Too soon', 0.1),
  post(4, 'Published', -3, 'live'),
]

const range = `${addDays(today, -20)}/${addDays(today, 79)}`
const show = (swap: () => Response = () => answer(200, [])) => {
  const calls = serve({
    'GET /api/projects/3/instagram-posts-grid': () => answer(200, { payload: [], error: null }),
    [`GET /api/posts/3/${range}`]: () => answer(200, posts()),
    'POST /api/posts/schedules/swap': swap,
  })
  renderAs(
    'content-creator',
    <>
      <PlannedGrid currentPostId={1} />
      <Toasts />
    </>,
  )
  return () => calls.filter(({ address }) => address.startsWith('POST')).map(({ body }) => body)
}
const cell = (place: number) => {
  const button = screen.getAllByRole('listitem')[place]?.querySelector('button')
  if (!button) throw new Error(`no cell ${place}`)
  return button
}
const ready = () => waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4))

beforeEach(() => {
  document.elementFromPoint = vi.fn(() => null)
})
afterEach(() => {
  Reflect.deleteProperty(document, 'elementFromPoint')
})

const swapped = { schedule_ids: [10, 20], datetimes: [times[1], times[2]] }

describe('The grid of planned posts', () => {
  it('swaps two times with the keyboard after asking, and swaps them back', async () => {
    const sent = show()
    await ready()
    cell(0).focus()
    await userEvent.keyboard('m')
    expect(screen.getByText(/^Swap with: Earlier/)).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    expect(sent()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Swap times' }))
    await waitFor(() => expect(sent()).toEqual([swapped]))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent()[1]).toEqual({ schedule_ids: [10, 20], datetimes: [times[2], times[1]] }),
    )
  })

  it('swaps what is dragged onto another, and nothing without a yes', async () => {
    const sent = show()
    await ready()
    vi.mocked(document.elementFromPoint).mockImplementation(() => cell(1))
    const [from, onto] = [
      { clientX: 10, clientY: 10 },
      { clientX: 200, clientY: 10 },
    ]
    fireEvent.pointerDown(cell(0), { ...from, button: 0, pointerType: 'mouse' })
    fireEvent.pointerMove(window, onto)
    fireEvent.pointerMove(window, onto)
    expect(cell(1).dataset.over).toBe('true')
    fireEvent.pointerUp(window, onto)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(sent()).toEqual([])
  })

  it('moves neither published posts nor those that are due soon', async () => {
    show()
    await ready()
    const movable = [0, 1, 2, 3].filter(place => cell(place).hasAttribute('data-movable'))
    expect(movable).toEqual([0, 1])
    cell(3).focus()
    await userEvent.keyboard('m')
    expect(screen.queryByText(/^Swap with/)).toBe(null)
  })

  it('lets Escape end a move', async () => {
    show()
    await ready()
    cell(0).focus()
    await userEvent.keyboard('m{Escape}{Enter}')
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('says why the times could not be swapped', async () => {
    show(() => refusal(409, 'stale_version', 'Someone else has changed this in the meantime.'))
    await ready()
    cell(1).focus()
    await userEvent.keyboard('m{Enter}')
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Swap times' }),
    )
    expect(await screen.findByText('Someone else has changed this in the meantime.')).toBeTruthy()
  })
})
