import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { listTimeSlotsQuery } from '#web/features/projects/time-slots-api.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { type ScheduleAction, ScheduleModal } from './schedule-modal.tsx'

// Noon in Berlin; the machine that runs the test may be in any zone.
const now = new Date('2026-11-20T11:00:00Z')
const facebookPhoto = { networks: ['facebook'], type: 'single_photo' } as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = (props: Partial<Parameters<typeof ScheduleModal>[0]> = {}, slots: TimeSlot[] = []) => {
  const onConfirm = vi.fn(async () => undefined)
  renderAs(
    'content-creator',
    <ScheduleModal
      action="schedule"
      posts={[facebookPhoto]}
      onConfirm={onConfirm}
      onClose={vi.fn()}
      {...props}
    />,
    [[listTimeSlotsQuery(3).queryKey, { slots, version: 1 }]],
  )
  return { onConfirm, user: userEvent.setup() }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the schedule modal', () => {
  test.each<[ScheduleAction, string, string]>([
    ['schedule', 'Schedule Post', 'Yes'],
    ['to_route', 'Schedule Post', 'Yes'],
    ['duplicate', 'Schedule Post', 'Duplicate'],
    ['before_approval', 'Schedule Post', 'Yes'],
    ['reschedule', 'Reschedule post', 'Update'],
    ['batch', 'Update Post Schedules', 'Update'],
  ])('for %s is called %s and confirmed with %s', (action, title, confirm) => {
    open({ action })
    expect(screen.getByText(title)).toBeTruthy()
    expect(button(confirm)).toBeTruthy()
    expect(button('No')).toBeTruthy()
  })

  it('asks for autoposting only where the answer is kept: not for the address of a new post', () => {
    open({ action: 'to_route' })
    expect(screen.queryByLabelText('Autoposting')).toBe(null)
  })

  it('starts at 11:00 PM with autoposting on, and cannot be confirmed without a day', () => {
    open()
    expect([field('Hours').value, field('Minutes').value]).toEqual(['11', '00'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'PM' }).checked).toBe(true)
    expect(field('Autoposting').checked).toBe(true)
    expect(button('Yes').disabled).toBe(true)
    expect(screen.getByText('Choose a day.')).toBeTruthy()
  })

  it('says in which zone its times are', () => {
    open()
    expect(screen.getByText('Times shown are in Europe - Berlin time.')).toBeTruthy()
  })

  test.each([
    ['15:59', true],
    ['16:00', false],
  ])(
    'at %s today in the project’s zone, with 16:00 as the earliest, has its button disabled: %s',
    (time, disabled) => {
      open({ initial: { date: '2026-11-20', time } })
      expect(button('Yes').disabled).toBe(disabled)
      expect(screen.queryByText(/Publishing time must be at least 4 hours in the future/) !== null).toBe(
        disabled,
      )
    },
  )

  it('says what becomes of a time that the clocks skip', () => {
    open({ initial: { date: '2027-03-28', time: '02:30' } })
    expect(screen.getByRole('status').textContent).toContain('2:30 AM does not exist on 28 Mar')
    expect(button('Yes').disabled).toBe(false)
  })

  it('offers the earliest possible time', async () => {
    const { user, onConfirm } = open({ initial: { date: '2026-11-20', time: '13:00' } })
    await user.click(button('Earliest: 20 Nov 2026, 4:00 PM'))
    await user.click(button('Yes'))
    expect(onConfirm).toHaveBeenCalledWith({ date: '2026-11-20', time: '16:00', is_autoposting: true })
  })

  test.each([
    ['Hours', '99', '12'],
    ['Hours', '0', '01'],
    ['Hours', '7', '07'],
    ['Minutes', '75', '59'],
    ['Minutes', '5', '05'],
    ['Minutes', '', '00'],
  ])('turns %s typed as "%s" into %s', async (label, typed, shown) => {
    const { user } = open()
    await user.clear(field(label))
    if (typed !== '') await user.type(field(label), typed)
    await user.tab()
    expect(field(label).value).toBe(shown)
  })

  test.each([
    ['AM', '00:00'],
    ['PM', '12:00'],
  ])('reads 12 %s as %s', async (period, time) => {
    const { user, onConfirm } = open({ initial: { date: '2026-12-01', time: '12:00' } })
    await user.click(screen.getByRole('radio', { name: period }))
    await user.click(button('Yes'))
    expect(onConfirm).toHaveBeenCalledWith({ date: '2026-12-01', time, is_autoposting: true })
  })

  test.each(['photo_story', 'video_story', 'media_carousel'] as const)(
    'forces autoposting off for an instagram %s and says why',
    async type => {
      const { user, onConfirm } = open({
        initial: { date: '2026-12-01', is_autoposting: true },
        posts: [facebookPhoto, { networks: ['instagram'], type }],
      })
      expect(field('Autoposting').disabled).toBe(true)
      expect(field('Autoposting').checked).toBe(false)
      expect(screen.getByText(/Not possible for instagram stories and media carousels/)).toBeTruthy()
      await user.click(button('Yes'))
      expect(onConfirm).toHaveBeenCalledWith({ date: '2026-12-01', time: '23:00', is_autoposting: false })
    },
  )

  it('stays open with the text of a refusal', async () => {
    const message = 'The schedule cannot be changed within 4 hours before the publish time.'
    const { user } = open({
      initial: { date: '2026-12-01' },
      onConfirm: () => Promise.reject(new ApiError({ status: 409, code: 'change_blocked', message })),
    })
    await user.click(button('Yes'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
    expect(button('Yes').disabled).toBe(false)
  })
})

/** Friday and Saturday, and a time of Friday for LinkedIn only. */
const slots: TimeSlot[] = [
  { weekday: 5, social_network: null, time: '15:00' },
  { weekday: 5, social_network: null, time: '18:30' },
  { weekday: 5, social_network: 'linkedin', time: '20:00' },
  { weekday: 6, social_network: null, time: '09:00' },
]
const slotNames = () =>
  within(screen.getByRole('region', { name: 'Time slots' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('the time slots in the schedule modal', () => {
  it('are those of the chosen day for the networks of the post, without the ones that are too near', async () => {
    const { user, onConfirm } = open({ initial: { date: '2026-11-20' } }, slots)
    expect(slotNames()).toEqual(['3:00 PM', '6:30 PM', 'Next free slot'])
    expect(button('3:00 PM').disabled).toBe(true)
    await user.click(button('6:30 PM'))
    expect(button('6:30 PM').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('Yes'))
    expect(onConfirm).toHaveBeenCalledWith({ date: '2026-11-20', time: '18:30', is_autoposting: true })
  })

  it('give the chosen day its usual time, until the person has named one', async () => {
    const { user } = open({}, slots)
    await user.click(button('28 November 2026'))
    expect([field('Hours').value, field('Minutes').value]).toEqual(['09', '00'])
    await user.clear(field('Hours'))
    await user.type(field('Hours'), '8')
    await user.click(button('27 November 2026'))
    expect(field('Hours').value).toBe('08')
  })

  it('leave the time of a scheduled post as it is', () => {
    open({ action: 'reschedule', initial: { date: '2026-11-28', time: '13:00' } }, slots)
    expect(field('Hours').value).toBe('01')
  })

  it('are missing on a day without any, which says so', () => {
    open({ initial: { date: '2026-11-22' } }, slots)
    expect(slotNames()).toEqual(['Next free slot'])
    expect(screen.getByText('No time slot on Sun 22 Nov.')).toBeTruthy()
    expect(field('Hours').value).toBe('11')
  })

  it('can be added by admins if there are none', () => {
    open({ initial: { date: '2026-11-28' } })
    expect(screen.getByText(/Admins add them under Settings, General/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next free slot' })).toBeNull()
  })

  test.each([
    ['the next free one is chosen with its day', { date: '2026-11-28', time: '09:00' }, null],
    ['none is free', null, 'No time slot for these networks is free within a year.'],
  ])('%s', async (_, found, text) => {
    const requests: string[] = []
    fakeFetch(async (url: string) => {
      requests.push(url)
      return Response.json({
        data: found && { ...found, timezone: 'Europe/Berlin', datetime: '2026-11-28T08:00:00.000Z' },
      })
    })
    const { user, onConfirm } = open({}, slots)
    await user.click(button('Next free slot'))
    if (text) return expect((await screen.findByRole('alert')).textContent).toBe(text)
    await waitFor(() => expect(field('Hours').value).toBe('09'))
    expect(requests).toEqual(['/api/projects/3/time-slots/next-free?social_networks=facebook'])
    await user.click(button('Yes'))
    expect(onConfirm).toHaveBeenCalledWith({ ...found, is_autoposting: true })
  })
})
