import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { entriesOf } from '#domain/calendar/entries.ts'
import { networkNames } from '#domain/networks/names.ts'
import { takeEarlyKeys } from '#web/ui/early-keys.ts'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { openCalendar } from '../../../testing/fake-calendar-server.tsx'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { MoveToDateModal } from './selection/move-to-date-modal.tsx'

// Panels and dialogs are loaded when first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  takeEarlyKeys()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const other = calendarItem({ message: 'Winter blend', datetime: '2026-11-24T08:00:00.000Z' })

const cards = () => screen.findAllByRole('group', { name: /Draft/ })

it.each(['its button', 'a right click'])(
  'The menu of a card, opened by %s, is named after its post',
  async how => {
    const { user } = await openCalendar('agency-admin', { items: [draft] })
    const [card] = await cards()
    if (!card) throw new Error('no card')
    await user.pointer(
      how === 'its button'
        ? { keys: '[MouseLeft]', target: within(card).getByRole('button', { name: 'Actions: Slow Sunday' }) }
        : { keys: '[MouseRight]', target: card },
    )
    expect(await screen.findByRole('menu', { name: 'Actions: Slow Sunday' })).toBeTruthy()
  },
)

it('A post in its last hours, whose time is fixed, can be stopped instead of unscheduled', async () => {
  const near = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-20T12:00:00.000Z' })
  const { user } = await openCalendar('agency-admin', { items: [near] })
  await user.click(await screen.findByRole('button', { name: /^Actions: / }))
  expect(await screen.findByRole('menuitem', { name: 'Stop this post' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Unschedule' })).toBeNull()
  expect(screen.getAllByText(/cannot be changed within 4 hours/)).toHaveLength(1)
})

describe('a post', () => {
  const moved = { ...draft, datetime: '2026-11-23T19:30:00.000Z', is_autoposting: false }

  it('keeps the time that somebody else gave it while Move to date was open', async () => {
    const { user, sent, changeElsewhere } = await openCalendar('content-creator', {
      items: [draft],
    })
    await user.click(await screen.findByRole('button', { name: /^Actions: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to date…' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Move to date' }))
    expect(
      modal.getByText('The time, 6:05 PM Europe - Berlin, and autoposting stay as they are.'),
    ).toBeTruthy()
    await changeElsewhere([moved])
    await modal.findByText('The time, 8:30 PM Europe - Berlin, and autoposting stay as they are.')
    await user.click(modal.getByRole('button', { name: '25 November 2026' }))
    await user.click(modal.getByRole('button', { name: 'Move' }))
    await screen.findByText('Post moved')
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([
      { date: '2026-11-25', time: '20:30', is_autoposting: false },
    ])
  })

  it('keeps the time that somebody else gave it while it was moved with the keyboard', async () => {
    const { user, sent, changeElsewhere } = await openCalendar('content-creator', {
      items: [draft],
      isPhone: false,
    })
    ;(await cards())[0]?.focus()
    await user.keyboard('m{ArrowRight}')
    await changeElsewhere([moved])
    await screen.findByText('8:30 PM')
    await user.keyboard('{Enter}')
    await screen.findByText('Post moved')
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([
      { date: '2026-11-24', time: '20:30', is_autoposting: false },
    ])
  })
})

describe('a post whose time of day has passed', () => {
  const morning = calendarItem({ message: 'Early bird', datetime: '2026-11-23T07:00:00.000Z' })
  const tooEarly = 'Publishing time must be at least 4 hours in the future.'

  it('is not offered today in Move to date, which says why', async () => {
    const onMove = vi.fn()
    const [entry] = entriesOf([morning], 'Europe/Berlin')
    if (!entry) throw new Error('an item is an entry')
    renderAs(
      'content-creator',
      <MoveToDateModal
        entry={entry}
        today="2026-11-20"
        blockOn={date => (date === '2026-11-20' ? tooEarly : null)}
        onMove={onMove}
        onClose={vi.fn()}
      />,
    )
    const modal = within(await screen.findByRole('dialog', { name: 'Move to date' }))
    fireEvent.click(modal.getByRole('button', { name: '20 November 2026' }))
    expect(modal.getByRole('status').textContent).toBe(tooEarly)
    expect(modal.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
    fireEvent.click(modal.getByRole('button', { name: '21 November 2026' }))
    fireEvent.click(modal.getByRole('button', { name: 'Move' }))
    expect(onMove.mock.calls).toEqual([['2026-11-21']])
  })

  it('is not moved to today with the keyboard, which says why', async () => {
    const { user, sent } = await openCalendar('content-creator', { items: [morning], isPhone: false })
    ;(await cards())[0]?.focus()
    await user.keyboard('m{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}')
    expect((await screen.findAllByText(tooEarly)).length).toBeGreaterThan(0)
    expect(sent('PUT')).toEqual([])
    await user.keyboard('{ArrowRight}{Enter}')
    await screen.findByText('Post moved')
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([{ date: '2026-11-21', time: '08:00' }])
  })
})

test.each([1, 2])('Change Schedule of %i posts gives the focus back when it is cancelled', async count => {
  const { user } = await openCalendar('content-creator', { items: [draft, other] })
  for (const one of (await screen.findAllByLabelText(/^Select: /)).slice(0, count)) await user.click(one)
  const button = await screen.findByRole('button', { name: 'Change Schedule' })
  await user.click(button)
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('Add Post gives the focus back when it is closed', async () => {
  const { user } = await openCalendar('content-creator', { items: [draft] })
  await cards()
  const today = screen.getByRole('button', { name: 'Today' })
  today.focus()
  await user.keyboard('c')
  await screen.findByRole('dialog', { name: 'Add Post' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(today))
})

describe('Add Post', () => {
  /** Saturdays, and a time that is too near on Friday, the present day. */
  const slots = [
    { weekday: 5, social_network: null, time: '14:00' },
    { weekday: 6, social_network: null, time: '09:30' },
    { weekday: 6, social_network: 'linkedin', time: '08:00' },
  ]
  const open = async () => {
    const calendar = await openCalendar('content-creator', {
      items: [draft],
      answer: ({ path }) => (path.endsWith('/time-slots') ? { data: { slots, version: 1 } } : null),
    })
    await cards()
    return calendar
  }
  /** Chooses this profile only: some are chosen already when the dialog opens. */
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], wanted: string) => {
    const labelOf = (name: string) => `${name}: Harbor on ${name.toLowerCase()}`
    await screen.findByLabelText(labelOf(wanted))
    for (const name of Object.values(networkNames)) {
      const profile = screen.queryByLabelText<HTMLInputElement>(labelOf(name))
      if (profile && profile.checked !== (name === wanted)) await user.click(profile)
    }
  }

  it('is for the first day with a time, which follows the chosen networks', async () => {
    const { user, address } = await open()
    await user.keyboard('c')
    await choose(user, 'Facebook')
    expect(await screen.findByText(/For 21 Nov 2026, 9:30 AM, Europe - Berlin time\./)).toBeTruthy()
    await choose(user, 'LinkedIn')
    expect(screen.getByText(/For 21 Nov 2026, 8:00 AM, Europe - Berlin time\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(decodeURIComponent(address())).toContain('date=2026-11-21T08:00'))
  })

  it('says why a clicked day has no time yet', async () => {
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Create content on 20 Nov 2026' }))
    expect(await screen.findByText(/Without a time yet: 2:00 PM is not at least 4 hours away\./)).toBeTruthy()
    await choose(user, 'Facebook')
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(decodeURIComponent(address())).toMatch(/date=2026-11-20(&|$)/))
  })

  it('takes another time from the schedule modal', async () => {
    const { user, address } = await open()
    await user.keyboard('c')
    await choose(user, 'Facebook')
    // The usual time of the profile is known by now.
    await screen.findByText(/For 21 Nov 2026, 9:30 AM/)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const modal = await screen.findByRole('dialog', { name: 'Schedule Post' })
    await user.click(await within(modal).findByRole('button', { name: '28 November 2026' }))
    await user.click(within(modal).getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(/For 28 Nov 2026, 9:30 AM/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(decodeURIComponent(address())).toContain('date=2026-11-28T09:30'))
  })
})
