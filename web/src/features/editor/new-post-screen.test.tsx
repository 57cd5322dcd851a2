import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { listTimeSlotsQuery } from '#web/features/projects/time-slots-api.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { NewPostScreen } from './new-post-screen.tsx'

// Friday noon in Berlin, the project's zone.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const slots: TimeSlot[] = [
  { weekday: 5, social_network: null, time: '14:00' },
  { weekday: 6, social_network: null, time: '09:30' },
  { weekday: 6, social_network: 'instagram', time: '08:00' },
]

const answer = () => {
  const post = buildPost([buildPostSocial({ status: 'temporary_draft' })])
  return Response.json({ data: { id: null, post_id: 10, post, schedule: null } })
}
const open = (fetch: (url: string, init: RequestInit) => Promise<Response>, date?: string) => {
  const calls = vi.fn(fetch)
  const onCreated = vi.fn()
  fakeFetch(calls)
  renderAs(
    'content-creator',
    <StrictMode>
      <NewPostScreen networks={['facebook', 'linkedin']} type={undefined} date={date} onCreated={onCreated} />
      <Toasts />
    </StrictMode>,
    [[listTimeSlotsQuery(3).queryKey, { slots, version: 1 }]],
  )
  return { calls, onCreated }
}

it('creates one temporary draft, even if effects run twice', async () => {
  const { calls, onCreated } = open(async () => answer())
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(10))
  expect(calls).toHaveBeenCalledTimes(1)
  expect(JSON.parse(String(calls.mock.calls[0]?.[1].body))).toEqual({
    project_id: 3,
    social_networks: ['facebook', 'linkedin'],
    type: 'single_photo',
    is_temporary: true,
  })
})

it('says what failed, and tries again', async () => {
  let isUp = false
  const refusal = {
    message: "The chosen networks don't support this post type.",
    code: 'type_not_allowed',
  }
  const { onCreated } = open(async () => (isUp ? answer() : Response.json(refusal, { status: 422 })))
  expect(await screen.findByText(refusal.message)).toBeTruthy()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1))
})

describe('a new post of a day', () => {
  const schedule = { id: 5, schedule_id: 5, post_id: 10, date: '2026-11-21', time: '09:30' }
  const fetch = async (url: string) =>
    url.endsWith('/schedules')
      ? Response.json({
          data: {
            ...schedule,
            datetime: '2026-11-20T13:00:00.000Z',
            timezone: 'Europe/Berlin',
            is_autoposting: true,
          },
        })
      : answer()
  const scheduled = (calls: ReturnType<typeof open>['calls']) =>
    calls.mock.calls
      .filter(([url]) => url.endsWith('/schedules'))
      .map(([, { body }]) => JSON.parse(String(body)))

  it.each([
    ['at its usual time', '2026-11-21', '09:30'],
    ['at the time of its address', '2026-11-21T10:15', '10:15'],
    ['at 11:00 PM on a day without slots', '2026-11-22', '23:00'],
    ['at the usual time if the address names one that does not exist', '2026-11-21T25:99', '09:30'],
  ])('is scheduled at once %s', async (_, date, time) => {
    const { calls, onCreated } = open(fetch, date)
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(10))
    expect(scheduled(calls)).toEqual([{ post_id: 10, date: date.slice(0, 10), time, is_autoposting: true }])
  })

  it.each([
    ['all its times are too near', '2026-11-20'],
    ['the time of its address is too near', '2026-11-20T15:59'],
    ['it is in the past', '2020-01-01'],
    ['it does not exist', '2026-02-30'],
  ])('opens without a schedule if %s', async (_, date) => {
    const { calls, onCreated } = open(fetch, date)
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(10))
    expect(scheduled(calls)).toEqual([])
  })

  it('opens all the same if it cannot be scheduled, and says so', async () => {
    const refusal = { code: 'forbidden', message: 'Forbidden' }
    const { onCreated } = open(
      async url => (url.endsWith('/schedules') ? Response.json(refusal, { status: 403 }) : answer()),
      '2026-11-21',
    )
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(10))
    expect(
      await screen.findByText(/An error occurred\. The content hasn't been scheduled/, {}, { timeout: 5000 }),
    ).toBeTruthy()
  })
})
