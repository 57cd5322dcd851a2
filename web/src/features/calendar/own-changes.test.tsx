import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import { useStartApprovals } from '#web/features/approvals/sending-api.ts'
import { useCreateDayLabel } from '#web/features/labels/api.ts'
import { useDeletePost, useRestorePosts, useSavePostSocials } from '#web/features/posts/api.ts'
import { usePublishPost } from '#web/features/publishing/api.ts'
import { useCreateSchedule, useUpdateSchedules } from '#web/features/schedules/api.ts'
import { provideCards } from '#web/platform/changed-posts.ts'
import { storeToken } from '#web/platform/token.ts'
import { calendarItem, scheduleOf } from '../../../testing/build-calendar-item.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { calendarProject, openCalendar } from '../../../testing/fake-calendar-server.tsx'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { answer } from '../../../testing/fake-server.ts'
import { getCalendarQuery } from './api.ts'
import { createLiveCards } from './live-cards.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const other = calendarItem({ message: 'Winter blend', datetime: '2026-11-24T08:00:00.000Z' })

type Opened = Awaited<ReturnType<typeof openCalendar>>

/** How often the month on the screen was read. */
const readings = ({ sent }: Opened) =>
  sent('GET').filter(({ path }) => path === '/posts/schedules/3/2026-10-26/2026-12-06').length
const askedFor = ({ sent }: Opened, ...items: CalendarItem[]) => {
  const ids = encodeURIComponent(items.map(({ post_id }) => post_id).join())
  return sent('GET').filter(({ path }) => path === `/projects/3/posts/cards?ids=${ids}`).length
}
/** The days that show this text: a card's preview, which may be open beside it, is in none. */
const daysOf = (text: string) =>
  screen.getAllByText(text).flatMap(shown => shown.closest('[data-date]')?.getAttribute('data-date') ?? [])

describe('A calendar reads only the cards of a change made in it', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  })
  const opened = (items = [draft, other]) =>
    openCalendar('content-creator', { items, isPhone: false, search: '?date=2026-11-20' })
  const openChange = async ({ user }: Opened, way: string) => {
    for (const one of await screen.findAllByLabelText(/^Select: /)) await user.click(one)
    await user.click(await screen.findByRole('button', { name: 'Change Schedule' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Update Post Schedules' }))
    await user.click(modal.getByRole('radio', { name: way }))
    await user.click(modal.getByRole('button', { name: 'Update' }))
  }

  it('when a post is moved', async () => {
    const page = await opened()
    ;(await screen.findByRole('group', { name: /Slow Sunday/ })).focus()
    await page.user.keyboard('m{ArrowRight}{ArrowRight}{Enter}')
    await screen.findByText('Post moved')
    await waitFor(() => expect(askedFor(page, draft)).toBe(1))
    expect(daysOf('Slow Sunday')).toEqual(['2026-11-25'])
    expect(readings(page)).toBe(1)
  })

  test.each(['Shift by days', 'Same time'])('when posts are moved by "%s"', async way => {
    const page = await opened()
    await openChange(page, way)
    await screen.findByText('2 posts moved')
    await waitFor(() => expect(askedFor(page, draft, other)).toBe(1))
    expect(readings(page)).toBe(1)
  })

  it('when a post is deleted', async () => {
    const items = [draft, other]
    const page = await openCalendar('content-creator', {
      isPhone: false,
      search: '?date=2026-11-20',
      answer: ({ method, path }) => {
        if (method === 'DELETE') items.splice(0, 1)
        if (path.startsWith('/projects/3/posts/cards')) return { data: items.slice(0, 0) }
        return method === 'DELETE' ? { data: {} } : null
      },
      items: [draft, other],
    })
    const [first] = await screen.findAllByLabelText(/^Select: /)
    if (first) await page.user.click(first)
    await page.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await page.user.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByText('Slow Sunday')).toBeNull())
    expect(screen.getByText('Winter blend')).toBeTruthy()
    expect(readings(page)).toBe(1)
  })

  it('and only the labels when a label is deleted', async () => {
    const label = {
      id: 7,
      day_label_id: 7,
      project_id: 3,
      text: 'Black Friday',
      color: '#ffee00',
      start_at: '2026-11-27',
      end_at: '2026-11-27',
    }
    let isGone = false
    const page = await openCalendar('agency-admin', {
      labels: [label],
      answer: ({ method, path }) => {
        if (method === 'DELETE') isGone = true
        if (path === '/projects/3/daylabels') return { data: isGone ? [] : [label] }
        return method === 'DELETE' ? { data: {} } : null
      },
    })
    await page.user.click(await screen.findByRole('button', { name: 'Edit label Black Friday' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Label' }))
    await page.user.click(form.getByRole('button', { name: 'Delete' }))
    await page.user.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByText('Black Friday')).toBeNull())
    expect(readings(page)).toBe(1)
  })
})

describe('A calendar that is open in the background', () => {
  const project = calendarProject
  const range = { start: '2026-11-01', end: '2026-11-30' }
  const changed = { ...draft, post: { ...draft.post, message: 'New' } }
  const label = {
    id: 7,
    day_label_id: 7,
    project_id: 3,
    text: 'Black Friday',
    color: '#ffee00',
    start_at: '2026-11-27',
    end_at: '2026-11-27',
  }
  const post = buildPost([buildPostSocial()], { id: draft.post_id })
  const schedule = scheduleOf(draft)

  const changes = {
    'a save in the editor': [() => useSavePostSocials(3, post.id), {}, post],
    'a deletion': [() => useDeletePost(3), post.id, {}],
    'its Undo': [() => useRestorePosts(3), [post.id], {}],
    'a first schedule': [() => useCreateSchedule(3), { post_id: post.id }, schedule],
    'one time for several': [() => useUpdateSchedules(3), { schedule_ids: [1] }, [schedule]],
    'sending to approval': [
      () => useStartApprovals(3),
      { posts_ids: [post.id] },
      [{ post_id: post.id, post, refusal: null, undo: null }],
    ],
    publishing: [() => usePublishPost(3), post.id, post],
    'a new label': [() => useCreateDayLabel(3), { ...label, color: label.color }, label],
  } as const

  test.each(Object.entries(changes))('takes over %s without reading its month', async (_name, given) => {
    const [useChange, sent, got] = given
    storeToken({ token: 'good', expires_in: 3600 })
    const requests: string[] = []
    fakeFetch(async (input, init) => {
      const address = decodeURIComponent(String(input))
      requests.push(`${init?.method ?? 'GET'} ${address}`)
      if (address.startsWith('/api/projects/3/posts/cards')) return answer(200, [changed])
      if (address === '/api/projects/3/daylabels') return answer(200, [label])
      return answer(200, got)
    })
    const client = new QueryClient()
    const query = getCalendarQuery(3, range)
    client.setQueryData(query.queryKey, { project, post_schedules: [draft], day_labels: [] })
    const stop = new QueryObserver(client, { ...query, staleTime: 60_000 }).subscribe(() => undefined)
    const withdraw = provideCards(3, createLiveCards(client, 3))
    const wrapper = ({ children }: { children: React.ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const { result } = renderHook(useChange as () => { mutateAsync: (sent: unknown) => Promise<unknown> }, {
      wrapper,
    })
    await result.current.mutateAsync(sent)
    await expect
      .poll(() => {
        const month = client.getQueryData(query.queryKey)
        return month?.post_schedules[0]?.post.message === 'New' || month?.day_labels[0]?.text
      })
      .toBeTruthy()
    expect(requests.filter(address => address.startsWith('GET /api/posts/schedules/'))).toEqual([])
    expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(false)
    withdraw()
    stop()
  })

  it('is read again after a change if nothing reads single cards', async () => {
    storeToken({ token: 'good', expires_in: 3600 })
    fakeFetch((_, { method }) =>
      method === 'DELETE' ? answer(200, {}) : answer(200, { project, post_schedules: [], day_labels: [] }),
    )
    const client = new QueryClient()
    const query = getCalendarQuery(3, range)
    client.setQueryData(query.queryKey, {
      project,
      post_schedules: [draft],
      day_labels: [],
    })
    const { result } = renderHook(() => useDeletePost(3), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    })
    await result.current.mutateAsync(post.id)
    await expect.poll(() => client.getQueryState(query.queryKey)?.isInvalidated).toBe(true)
  })
})
