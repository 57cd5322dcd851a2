import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Post } from '#domain/posts/model.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { listTimeSlotsQuery } from '#web/features/projects/time-slots-api.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

// Friday noon in Berlin; the machine that runs the test may be in any zone.
const now = new Date('2026-11-20T11:00:00Z')
const slots: TimeSlot[] = [
  { weekday: 5, social_network: null, time: '14:00' },
  { weekday: 6, social_network: null, time: '09:30' },
]
/** Planned in New York, before the project moved to Berlin. */
const schedule: NonNullable<Post['latest_schedule']> = {
  id: 5,
  schedule_id: 5,
  post_id: 10,
  date: '2026-12-01',
  time: '03:30',
  datetime: '2026-12-01T08:30:00.000Z',
  timezone: 'America/New_York',
  is_autoposting: true,
}

const sent: { method: string | undefined; url: string; body: unknown }[] = []
let refusal: { message: string } | null = null
const repeats: { post_id: number; social_network: 'twitter'; other_post_id: number; text: string }[] = []
beforeEach(() => {
  sent.length = 0
  refusal = null
  repeats.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now })
  fakeFetch(
    async (url: string, { method, body }: RequestInit) => {
      // What is read again after a change does not matter here.
      if (method !== 'GET') sent.push({ method, url, body: body ? JSON.parse(String(body)) : null })
      if (refusal) return Response.json({ ...refusal, code: 'change_blocked' }, { status: 409 })
      if (url.includes('next-free'))
        return Response.json({
          data: {
            date: '2026-11-21',
            time: '09:30',
            timezone: 'Europe/Berlin',
            datetime: '2026-11-21T08:30:00.000Z',
          },
        })
      return Response.json({ data: schedule })
    },
    { repeats },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (
  latest_schedule: Post['latest_schedule'],
  {
    preset = {},
    type = 'single_photo',
  }: { preset?: { date?: string; time?: string }; type?: Post['type'] } = {},
) => {
  const social = buildPostSocial({ type, social_network: type === 'photo_story' ? 'instagram' : 'facebook' })
  const post = buildPost([social], { latest_schedule })
  renderAs('content-creator', <ScheduleFields post={post} preset={preset} />, [
    [listTimeSlotsQuery(3).queryKey, { slots, version: 1 }],
  ])
  return userEvent.setup()
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const shown = () => [field('Date').value, field('Hours').value, field('Minutes').value]
const pickDay = (value: string) => fireEvent.change(field('Date'), { target: { value } })
const status = () => screen.getByRole('status').textContent

describe('the schedule in the editor', () => {
  it('is shown by the project’s clock, with its zone', () => {
    open(schedule)
    expect(shown()).toEqual(['2026-12-01', '09', '30'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'AM' }).checked).toBe(true)
    expect(screen.getByText('Europe - Berlin')).toBeTruthy()
    expect(field('Autoposting').checked).toBe(true)
    expect(status()).toBe('')
  })

  it('says that Twitter may refuse a text which another post has within a day', async () => {
    repeats.push({
      post_id: 10,
      social_network: 'twitter',
      other_post_id: 11,
      text: 'Twitter may refuse this text',
    })
    open(schedule)
    await waitFor(() => expect(status()).toBe('Twitter may refuse this text'))
  })

  it('saves by itself a moment after a change, once for a day and a time', async () => {
    const user = open(schedule)
    pickDay('2026-12-03')
    await user.clear(field('Hours'))
    await user.type(field('Hours'), '7')
    await user.click(screen.getByRole('radio', { name: 'PM' }))
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3000 })
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      url: '/api/posts/schedules/5',
      body: { date: '2026-12-03', time: '19:30', is_autoposting: true },
    })
  })

  it('saves at once when it is left', async () => {
    const user = open(schedule)
    await user.click(field('Autoposting'))
    await user.tab()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({ date: '2026-12-01', time: '09:30', is_autoposting: false })
  })

  it('is not saved while a field is empty', async () => {
    const user = open(schedule)
    await user.clear(field('Hours'))
    await new Promise(resolve => setTimeout(resolve, 2200))
    expect(sent).toEqual([])
    await user.type(field('Hours'), '11')
    await user.click(document.body)
    expect(sent.map(({ body }) => body)).toMatchObject([{ time: '11:30' }])
  })

  it('is not saved when nothing has changed', async () => {
    const user = open(schedule)
    await user.click(field('Hours'))
    await user.tab()
    await user.click(document.body)
    expect(sent).toEqual([])
  })

  it.each([
    ['a day in the past', '2020-01-01'],
    ['a day that is too near', '2026-11-20'],
  ])('is not saved for %s, and says why', async (_, day) => {
    const user = open(schedule)
    pickDay(day)
    await user.click(document.body)
    expect(status()).toBe('Publishing time must be at least 4 hours in the future.')
    expect(sent).toEqual([])
  })

  it('turns 25:99 into 12:59', async () => {
    const user = open(schedule)
    for (const [label, typed] of [
      ['Hours', '25'],
      ['Minutes', '99'],
    ] as const) {
      await user.clear(field(label))
      await user.type(field(label), typed)
    }
    await user.tab()
    expect(shown()).toEqual(['2026-12-01', '12', '59'])
  })

  it('says what the server refused, and keeps what was typed', async () => {
    refusal = { message: 'The schedule cannot be changed within 4 hours before the publish time.' }
    const user = open(schedule)
    pickDay('2026-12-03')
    await user.tab()
    await user.click(document.body)
    await waitFor(() => expect(status()).toBe(refusal?.message))
    expect(field('Date').value).toBe('2026-12-03')
  })

  it('has no autoposting for an Instagram story', async () => {
    open(schedule, { type: 'photo_story' })
    expect(field('Autoposting').disabled).toBe(true)
    expect(field('Autoposting').checked).toBe(false)
  })
})

describe('a post without a schedule', () => {
  it('says why its day has no time yet, and is scheduled once it has one', async () => {
    const user = open(null, { preset: { date: '2026-11-20' } })
    expect(shown()).toEqual(['2026-11-20', '02', '00'])
    expect(status()).toBe('Not scheduled yet: 2:00 PM is not at least 4 hours away.')
    await user.clear(field('Hours'))
    await user.type(field('Hours'), '9')
    await user.click(document.body)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: '/api/posts/schedules',
      body: { post_id: 10, date: '2026-11-20', time: '21:00', is_autoposting: true },
    })
  })

  it('gets the usual time of the day that is chosen', async () => {
    const user = open(null)
    expect(status()).toBe('Not scheduled yet.')
    pickDay('2026-11-28')
    expect(shown()).toEqual(['2026-11-28', '09', '30'])
    await user.click(field('Date'))
    await user.click(document.body)
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ date: '2026-11-28', time: '09:30' }))
  })

  it('gets the next free slot with one click', async () => {
    const user = open(null)
    await user.click(screen.getByRole('button', { name: 'Next free slot' }))
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3000 })
    expect(sent[0]?.body).toMatchObject({ date: '2026-11-21', time: '09:30', post_id: 10 })
  })
})

test('a day that only lies in the address is scheduled on a click, and not by looking at it', async () => {
  const user = open(null, { preset: { date: '2026-11-28', time: '10:00' } })
  await user.click(field('Date'))
  await user.click(document.body)
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Schedule at this time' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ date: '2026-11-28', time: '10:00' }))
})
