import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { buildMe } from '../../../testing/build-project.ts'
import { failed, inHours, openBoard, row, unconnected, waiting } from '../../../testing/open-board.tsx'
import { boardDays } from './board-days.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lineOf = async (text: string) => {
  const line = (await screen.findByRole('link', { name: text })).closest('li')
  if (!line) throw new Error(`no line of ${text}`)
  return within(line)
}

describe('The board', () => {
  it('says of each post in words whether it goes out, why not and whom it waits for', async () => {
    await openBoard([row(4), waiting, failed, unconnected])
    expect((await lineOf('Post 4')).getByText('Goes out')).toBeTruthy()
    const amber = await lineOf('Post 1')
    expect(amber.getByText('Needs somebody')).toBeTruthy()
    expect(
      amber.getByText(/^Not approved: waits for Emil since .+, to decide by .+ \(in 3 hours\)$/),
    ).toBeTruthy()
    const red = await lineOf('Post 2')
    expect(red.getByText('Will not go out')).toBeTruthy()
    expect(red.getByText('The network could not be reached')).toBeTruthy()
    const both = await lineOf('Post 3')
    expect(both.getByText('The account needs to be reconnected')).toBeTruthy()
    expect(both.getByText('Files are not ready')).toBeTruthy()
    expect(both.getByText('Breaks a rule of the network (Link is required)')).toBeTruthy()
  })

  it('offers the way out in place: open, remind, reconnect, publish again', async () => {
    const { sent } = await openBoard([waiting, failed, unconnected], '/board', {
      answer: ({ url }) =>
        url.pathname.endsWith('/remind') ? { post_id: 101, reminded_at: inHours(0) } : {},
    })
    expect((await screen.findByRole('link', { name: 'Post 1' })).getAttribute('href')).toBe(
      '/3/manage-post/facebook?postId=101',
    )
    expect((await lineOf('Post 3')).getByRole('link', { name: /^Reconnect/ }).getAttribute('href')).toBe(
      '/3/settings/social-accounts',
    )
    expect((await lineOf('Post 2')).getByRole('button', { name: 'Publish again' })).toBeTruthy()
    fireEvent.click((await lineOf('Post 1')).getByRole('button', { name: 'Remind' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
        url: { pathname: '/api/posts/approvals/remind' },
        body: JSON.stringify({ post_id: 101 }),
      }),
    )
  })

  it('moves a post to another time without leaving, by the clock of its client', async () => {
    const at = new Date(Math.ceil(Date.now() / 3_600_000 + 48) * 3_600_000)
    const local = localOf(at, 'Europe/Berlin')
    const when = { ...local, datetime: at.toISOString(), timezone: 'Europe/Berlin', is_autoposting: true }
    const schedule = { id: 9, schedule_id: 9, post_id: 101, ...when }
    const post = buildPost([buildPostSocial()], { id: 101, latest_schedule: schedule })
    const reasons = [{ code: 'too_many' as const, risk: 'amber' as const, until: null }]
    const late = row(1, { risk: 'amber', reasons })
    const { sent } = await openBoard([late], '/board', {
      answer: () => schedule,
      read: ({ url }) =>
        new Map<string, unknown>([
          ['/api/posts/3/101', post],
          ['/api/projects/3/time-slots', { slots: [], version: 1 }],
        ]).get(url.pathname),
    })
    fireEvent.click((await lineOf('Post 1')).getByRole('button', { name: 'Move' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reschedule post' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = JSON.parse(String(sent.find(({ method }) => method === 'PUT')?.body))
    expect(body).toEqual({ ...local, is_autoposting: true })
  })

  it('is filtered by its address, by the counts and by the lists', async () => {
    const { sent, search } = await openBoard([failed], '/board?risk=red&clients=3&label=Launch&other=1')
    const red = await screen.findByRole('button', { name: /2.+Will not go out/ })
    expect(red.getAttribute('aria-pressed')).toBe('true')
    const asked = sent[0]?.url.searchParams
    expect(['risk', 'clients', 'label', 'other'].map(name => asked?.get(name))).toEqual([
      'red',
      '3',
      'Launch',
      null,
    ])
    fireEvent.click(red)
    await waitFor(() => expect(search()).toBe('?clients=3&label=Launch'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Waits for' }), { target: { value: '7' } })
    await waitFor(() => expect(search()).toContain('person=7'))
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(search()).toBe(''))
  })

  it('draws all lines when it is opened, and of other filters the first ones before the rest', async () => {
    const many = Array.from({ length: 100 }, (_, index) => row(index + 1))
    await openBoard(many)
    const red = await screen.findByRole('button', { name: /2.+Will not go out/ })
    const lines = () => document.querySelectorAll('li[data-risk]').length
    expect(lines()).toBe(100)
    const seen: number[] = []
    const observer = new MutationObserver(() => seen.push(lines()))
    observer.observe(document.body, { childList: true, subtree: true })
    fireEvent.click(red)
    // Until the others are read, the former lines stay.
    await waitFor(() => expect([...new Set(seen)]).toEqual([100, 30, 90]))
    await waitFor(() => expect(lines()).toBe(100))
    observer.disconnect()
  })

  it('has a person’s own part: what waits for them', async () => {
    const { search } = await openBoard([waiting])
    const mine = await screen.findByRole('button', { name: 'Waits for me' })
    expect(mine.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(mine)
    await waitFor(() => expect(search()).toBe(`?person=${buildMe().id}`))
    expect(screen.getByRole('button', { name: 'Waits for me' }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Waits for me' }))
    await waitFor(() => expect(search()).toBe(''))
  })

  it('shows what changes while it is open, and asks only whether its revision is still right', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { sent, change } = await openBoard([waiting])
    await screen.findByText('Post 1')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(screen.queryByText('Post 2')).toBeNull()
    change([waiting, failed])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await screen.findByText('Post 2')).toBeTruthy()
    expect(sent.some(({ url }) => url.searchParams.get('known') === '1')).toBe(true)
  })

  it('says that nothing is planned, and that nothing fits', async () => {
    await openBoard([])
    expect(await screen.findByText('Nothing is planned')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Goes out/ }))
    expect(await screen.findByText('Nothing here')).toBeTruthy()
  })

  it('offers to try again where it could not be read', async () => {
    const { change } = await openBoard('refused')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    change([waiting])
    fireEvent.click(retry)
    expect(await screen.findByText('Post 1')).toBeTruthy()
  })
})

it('The rows of today are grouped by hour, those of other days by day', () => {
  const now = new Date('2026-06-01T08:00:00Z')
  const at = (datetime: string) => row(Date.parse(datetime) / 1000, { datetime })
  const days = boardDays(
    ['2026-06-01T09:10:00Z', '2026-06-01T09:50:00Z', '2026-06-01T15:00:00Z', '2026-06-02T09:00:00Z'].map(at),
    now,
    'Europe/Berlin',
  )
  expect(days.map(({ title, parts }) => [title, parts.map(part => [part.title, part.rows.length])])).toEqual([
    [
      'Today, Mon 1 Jun',
      [
        ['11 AM', 2],
        ['5 PM', 1],
      ],
    ],
    ['Tue 2 Jun', [['', 1]]],
  ])
})
