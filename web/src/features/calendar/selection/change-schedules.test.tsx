import { configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarItem, scheduleOf } from '../../../../testing/build-calendar-item.ts'
import { openCalendar } from '../../../../testing/fake-calendar-server.tsx'

// Dialogs are loaded when first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const later = calendarItem({ message: 'Slow Monday', datetime: '2026-11-25T17:05:00.000Z' })

describe('Change Schedule of several posts', () => {
  const openWay = async (way: string, options: Parameters<typeof openCalendar>[1] = {}) => {
    const page = await openCalendar('content-creator', { items: [draft, later], ...options })
    for (const one of await screen.findAllByLabelText(/^Select: /)) await page.user.click(one)
    await page.user.click(await screen.findByRole('button', { name: /^Change Schedule/ }))
    const modal = within(await screen.findByRole('dialog', { name: 'Update Post Schedules' }))
    await page.user.click(modal.getByRole('radio', { name: way }))
    return { ...page, modal }
  }
  const schedulesOf = (body: unknown) => (body as { schedules: unknown[] }).schedules

  it('lets several posts be shifted by days, each with its own time, and Undo sends back what they had', async () => {
    const { user, sent, modal } = await openWay('Shift by days')
    await user.clear(modal.getByLabelText('Days'))
    await user.type(modal.getByLabelText('Days'), '2')
    await user.click(modal.getByRole('button', { name: 'Update' }))
    await screen.findByText('2 posts moved')
    const [shift] = sent('PUT')
    expect(shift?.path).toBe('/posts/schedules/each')
    expect(schedulesOf(shift?.body)).toMatchObject(
      [draft, later].map(({ schedule_id, datetime, is_autoposting }, index) => ({
        schedule_id,
        date: ['2026-11-25', '2026-11-27'][index],
        time: '18:05',
        timezone: 'Europe/Berlin',
        seen: { datetime, is_autoposting },
      })),
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 posts restored')
    expect(schedulesOf(sent('PUT')[1]?.body)).toMatchObject(
      [draft, later].map(({ schedule_id, date, time, timezone }, index) => ({
        schedule_id,
        date,
        time,
        timezone,
        seen: { datetime: ['2026-11-25T17:05:00.000Z', '2026-11-27T17:05:00.000Z'][index] },
      })),
    )
  })

  it('names the posts that a shift would bring too near, and moves the others', async () => {
    const { user, sent, modal } = await openWay('Shift by days')
    await user.clear(modal.getByLabelText('Days'))
    await user.type(modal.getByLabelText('Days'), '-4')
    expect(modal.getByText('1 stay as they are')).toBeTruthy()
    expect(modal.getByText('Publishing time must be at least 4 hours in the future.')).toBeTruthy()
    await user.click(modal.getByRole('button', { name: 'Update' }))
    await screen.findByText('1 post moved')
    expect(schedulesOf(sent('PUT')[0]?.body)).toMatchObject([{ schedule_id: later.schedule_id }])
  })

  it('shows which posts the server did not move, and why', async () => {
    const refusal = 'Somebody has rescheduled it in the meantime.'
    const { user, modal } = await openWay('Shift by days', {
      answer: ({ method }) =>
        method === 'PUT'
          ? {
              data: [draft, later].map(({ schedule_id }) => ({
                schedule_id,
                refusal,
                schedule: null,
                before: null,
              })),
            }
          : null,
    })
    await user.click(modal.getByRole('button', { name: 'Update' }))
    expect(await modal.findByText('0 changed, 2 left as they were:')).toBeTruthy()
    expect(modal.getAllByText(refusal)).toHaveLength(2)
  })

  it('names the selected posts that cannot be moved at all', async () => {
    const live = calendarItem({ message: 'Out', datetime: '2026-11-26T17:05:00.000Z', status: 'live' })
    const { modal } = await openWay('Same time', { items: [draft, later, live] })
    expect(modal.getByText('Posts that are live or being published cannot be moved.')).toBeTruthy()
  })

  it('sets several posts to one time, each on its own day', async () => {
    const { user, sent, modal } = await openWay('Same time')
    await user.clear(modal.getByLabelText('Hours'))
    await user.type(modal.getByLabelText('Hours'), '8')
    await user.click(modal.getByRole('button', { name: 'Update' }))
    await screen.findByText('2 posts moved')
    expect(schedulesOf(sent('PUT')[0]?.body)).toMatchObject([
      { date: '2026-11-23', time: '20:05' },
      { date: '2026-11-25', time: '20:05' },
    ])
  })

  it('takes one time for several posts back with one call', async () => {
    const { user, sent, modal } = await openWay('Same day and time', {
      answer: ({ method, path }) =>
        method === 'PUT' && path === '/posts/schedules'
          ? {
              data: [draft, later].map(item => ({
                ...scheduleOf(item),
                datetime: '2026-12-01T22:00:00.000Z',
              })),
            }
          : null,
    })
    await user.click(await modal.findByRole('button', { name: '30 November 2026' }))
    await user.click(modal.getByRole('button', { name: 'Update' }))
    await screen.findByText('Changes saved')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 posts restored')
    const puts = sent('PUT')
    expect(puts.map(({ path }) => path)).toEqual(['/posts/schedules', '/posts/schedules/each'])
    expect(schedulesOf(puts[1]?.body)).toMatchObject(
      [draft, later].map(({ date, time, timezone }) => ({
        date,
        time,
        timezone,
        seen: { datetime: '2026-12-01T22:00:00.000Z' },
      })),
    )
  })
})
