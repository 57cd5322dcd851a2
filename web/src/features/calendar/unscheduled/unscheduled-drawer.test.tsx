import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarItem, scheduleOf } from '../../../../testing/build-calendar-item.ts'
import { openCalendar } from '../../../../testing/fake-calendar-server.tsx'

// The drawer is loaded when the calendar is shown, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const item = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const { post } = item

const { post: unsaved } = calendarItem({
  message: 'Half a thought',
  status: 'temporary_draft',
  updated_at: '2026-11-20T09:00:00.000Z',
  socials: [{ status: 'temporary_draft' }],
})

const open = async ({ isPhone = false, role = 'content-creator' as const, refusal = '' } = {}) => {
  let posts = [post]
  const page = await openCalendar(role, {
    isPhone,
    search: '?date=2026-11-20',
    answer: ({ method, path, body }) => {
      if (path.startsWith('/projects/3/posts/unscheduled'))
        return { data: { posts, next_after: null, total: posts.length } }
      if (path === '/projects/3/posts/unsaved') return { data: { posts: [unsaved], total: 2 } }
      if (method === 'POST' && path === '/posts/schedules') {
        if (refusal) return { status: 422, code: 'lead_time', message: refusal }
        posts = []
        return { data: { ...scheduleOf(item), ...(body as object), id: 71, schedule_id: 71 } }
      }
      if (method === 'DELETE' && path === '/posts/schedules/71') {
        posts = [post]
        return { data: {} }
      }
      return null
    },
  })
  return page
}
const openDrawer = async (page: Awaited<ReturnType<typeof open>>) => {
  await page.user.click(await screen.findByRole('button', { name: 'Unscheduled (1)' }))
  return screen.findByRole('link', { name: 'Slow Sunday' })
}

describe('The drawer of unscheduled posts', () => {
  it('has one’s own posts that were never saved below the others, with the day they go', async () => {
    const page = await open()
    await openDrawer(page)
    const section = await screen.findByRole('region', { name: 'Not saved' })
    expect(within(section).getByRole('heading', { name: 'Not saved (2)' })).toBeTruthy()
    expect(within(section).getByText('Deleted on 27 Nov unless you save it')).toBeTruthy()
    const link = within(section).getByRole('link', { name: 'Half a thought' })
    expect(link.getAttribute('href')).toContain(`postId=${unsaved.id}`)
    const all = within(section).getByRole('link', { name: 'See all 2' })
    expect(all.getAttribute('href')).toContain('span=unsaved')
  })

  it('schedules a post with the keys, at the usual time of the day, and takes it back by Undo', async () => {
    const page = await open()
    ;(await openDrawer(page)).focus()
    await page.user.keyboard('m')
    expect(screen.getByText(/^Moving\. Arrows choose the day/)).toBeTruthy()
    await page.user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    expect(await screen.findByText('Post scheduled')).toBeTruthy()
    expect(page.sent('POST').map(({ body }) => body)).toEqual([
      { post_id: post.id, date: '2026-11-28', time: '23:00', is_autoposting: true },
    ])
    expect(await screen.findByRole('button', { name: 'Unscheduled (0)' })).toBeTruthy()
    expect(screen.getByText('Everything has a time')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Slow Sunday' })).toBeTruthy()
    expect(page.sent('DELETE').map(({ path }) => path)).toEqual(['/posts/schedules/71'])
  })

  it('leaves a post where it is when the move is given up, or leads to a past day', async () => {
    const page = await open()
    ;(await openDrawer(page)).focus()
    await page.user.keyboard('m{ArrowLeft}')
    expect(screen.getByText(/is not possible$/)).toBeTruthy()
    await page.user.keyboard('{Escape}')
    expect(screen.getByText('Not scheduled')).toBeTruthy()
    expect(page.sent('POST')).toEqual([])
  })

  it('is a sheet on a phone, where a post is scheduled with a button', async () => {
    const page = await open({ isPhone: true })
    await openDrawer(page)
    const sheet = within(await screen.findByRole('dialog', { name: 'Unscheduled (1)' }))
    expect(sheet.queryByText(/Drag a post/)).toBeNull()
    await page.user.click(sheet.getByRole('button', { name: 'Schedule Slow Sunday' }))
    expect(await screen.findByRole('dialog', { name: 'Schedule Post' })).toBeTruthy()
  })

  it('searches on the server', async () => {
    const page = await open()
    await openDrawer(page)
    await page.user.type(screen.getByRole('textbox', { name: 'Search unscheduled posts' }), 'sunday')
    await waitFor(() =>
      expect(page.sent('GET').map(({ path }) => path)).toContain('/projects/3/posts/unscheduled?q=sunday'),
    )
  })

  it('says once why a time was refused', async () => {
    const message = 'Publishing time must be at least 4 hours in the future.'
    const page = await open({ refusal: message })
    await openDrawer(page)
    await page.user.click(screen.getByRole('button', { name: 'Schedule Slow Sunday' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Schedule Post' }))
    await page.user.click(modal.getByRole('button', { name: '25 November 2026' }))
    await page.user.click(modal.getByRole('button', { name: /^(Yes|Schedule|Save)$/ }))
    expect(await modal.findByText(message)).toBeTruthy()
    expect(screen.getAllByText(message)).toHaveLength(1)
  })
})

describe('Unscheduling a post of the calendar', () => {
  const unscheduled = async (isPhone: boolean, status: 'draft' | 'scheduled' = 'draft') => {
    const one = calendarItem({
      message: 'Cold brew',
      datetime: '2026-11-23T17:05:00.000Z',
      socials: [{ status }],
    })
    const page = await openCalendar('content-creator', {
      items: [one],
      isPhone,
      search: '?date=2026-11-20',
      answer: ({ method, path, body }) => {
        if (path === `/posts/schedules/${one.schedule_id}` && method === 'DELETE') return { data: {} }
        if (method === 'POST' && path === '/posts/schedules')
          return { data: { ...scheduleOf(one), ...(body as object) } }
        return null
      },
    })
    await page.user.click(await screen.findByRole('button', { name: /^Actions: / }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Unschedule', hidden: true }))
    return { page, one }
  }

  it.each([false, true])(
    'takes it off by its menu, and Undo gives its time back (phone: %s)',
    async isPhone => {
      const { page, one } = await unscheduled(isPhone)
      expect(await screen.findByText('Post unscheduled')).toBeTruthy()
      expect(page.sent('DELETE').map(({ path }) => path)).toEqual([`/posts/schedules/${one.schedule_id}`])
      await page.user.click(screen.getByRole('button', { name: 'Undo' }))
      await waitFor(() =>
        expect(page.sent('POST').map(({ body }) => body)).toEqual([
          { post_id: one.post_id, date: '2026-11-23', time: '18:05', is_autoposting: true },
        ]),
      )
    },
  )

  it('says that what had skipped approval is a draft again', async () => {
    await unscheduled(false, 'scheduled')
    expect(
      await screen.findByText('Post unscheduled. What had skipped approval is a draft again.'),
    ).toBeTruthy()
  })

  it('takes it off with U in the move mode', async () => {
    const one = calendarItem({ message: 'Cold brew', datetime: '2026-11-23T17:05:00.000Z' })
    const page = await openCalendar('content-creator', {
      items: [one],
      isPhone: false,
      answer: ({ method }) => (method === 'DELETE' ? { data: {} } : null),
    })
    ;(await screen.findByRole('group', { name: /Cold brew/ })).focus()
    await page.user.keyboard('mu')
    expect(await screen.findByText('Taken off the calendar')).toBeTruthy()
    await waitFor(() => expect(page.sent('DELETE')).toHaveLength(1))
  })
})
