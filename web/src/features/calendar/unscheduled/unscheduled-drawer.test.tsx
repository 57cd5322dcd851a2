import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarItem } from '../../../../testing/build-calendar-item.ts'
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

const open = async ({ isPhone = false, role = 'content-creator' as const } = {}) => {
  let posts = [post]
  const page = await openCalendar(role, {
    isPhone,
    search: '?date=2026-11-20',
    answer: ({ method, path, body }) => {
      if (path.startsWith('/projects/3/posts/unscheduled'))
        return { data: { posts, next_after: null, total: posts.length } }
      if (method === 'POST' && path === '/posts/schedules') {
        posts = []
        return { data: { ...item, ...(body as object), id: 71, schedule_id: 71 } }
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
})
