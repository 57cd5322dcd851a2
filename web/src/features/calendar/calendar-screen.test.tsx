import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { buildCampaign } from '../../../testing/build-campaign.ts'
import { calendarProject, openCalendar } from '../../../testing/fake-calendar-server.tsx'

// Panels and dialogs are loaded when first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const approved = calendarItem({
  message: 'Winter blend',
  status: 'scheduled',
  datetime: '2026-11-24T08:00:00.000Z',
  socials: [{ social_network: 'instagram', status: 'approved' }],
})
const silent = calendarItem({ message: '', datetime: '2026-11-24T22:30:00.000Z', is_overdue: true })
const label: DayLabel = {
  id: 7,
  day_label_id: 7,
  project_id: 3,
  text: 'Black Friday',
  color: '#ffee00',
  start_at: '2026-11-27',
  end_at: '2026-11-27',
}

const cards = () => screen.findAllByRole('group', { name: /Draft|Approved|Sent for Approval/ })
const card = async (text: string) => {
  const found = (await cards()).find(one => one.textContent?.includes(text))
  if (!found) throw new Error(`no card says ${text}`)
  return within(found)
}

describe('the calendar', () => {
  it('shows posts on their day and at their time in the time zone of the project', async () => {
    await openCalendar('content-creator', { items: [draft, approved, silent] })
    expect(await screen.findByText('Times shown are in Europe - Berlin time.')).toBeTruthy()
    expect((await cards()).map(one => one.getAttribute('aria-label'))).toEqual([
      '6:05 PM, Single photo, Facebook, Draft, Slow Sunday',
      '9:00 AM, Single photo, Instagram, Approved, Winter blend',
      '11:30 PM, Single photo, Facebook, Draft, Overdue, Empty message',
    ])
  })

  it('links a card to its post', async () => {
    await openCalendar('content-creator', { items: [draft] })
    const link = (await card('Slow Sunday')).getByRole('link')
    expect(link.getAttribute('href')).toBe(`/3/manage-post/facebook?postId=${draft.post_id}`)
  })

  test.each<[Role, 'true' | 'false', string[]]>([
    ['super-admin', 'false', ['Pending to approve', 'Create content']],
    ['agency-admin', 'false', ['Pending to approve', 'Create content']],
    ['content-creator', 'false', ['Create content']],
    ['content-creator', 'true', ['Pending to approve', 'Create content']],
    ['internal-approver', 'false', []],
  ])('offers %s with content-manager %s in its header: %j', async (role, value, expected) => {
    await openCalendar(role, { isPhone: false, setting: [{ name: 'content-manager', value }] })
    await screen.findByText('Nothing is planned for November 2026')
    const header = screen.getByRole('banner')
    const drawer = expected.length > 0 ? ['Unscheduled (0)'] : []
    for (const name of drawer) await screen.findByRole('button', { name })
    const buttons = [...header.querySelectorAll('a, button')].map(one => one.textContent)
    expect(buttons).toEqual([...expected, ...drawer])
  })

  it('keeps view and filter in the address', async () => {
    const { user, address } = await openCalendar('content-creator', { items: [draft, approved] })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByLabelText('Approved'))
    await waitFor(() => expect(address()).toContain('status=approved'))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
  })

  it('counts the posts of the month by what their cards say, and shows those of a count', async () => {
    const waiting = calendarItem({
      message: 'Cold brew',
      status: 'pending_approval',
      datetime: '2026-11-25T08:00:00.000Z',
      socials: [{ social_network: 'facebook', status: 'pending_external_approval' }],
    })
    // In the grid of November, but not of it.
    const other = calendarItem({ message: 'Advent', datetime: '2026-12-01T08:00:00.000Z' })
    const { user, address } = await openCalendar('content-creator', {
      items: [draft, approved, silent, waiting, other],
    })
    const counts = within(await screen.findByRole('group', { name: 'Posts by state' }))
    const shown = () => counts.getAllByRole('button').map(({ textContent }) => textContent)
    expect(shown()).toEqual(['4 posts', '1 ready', '1 waiting', '1 at risk'])
    await user.click(counts.getByRole('button', { name: '1 at risk' }))
    await waitFor(() => expect(address()).toContain('only=at_risk'))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
    expect((await cards())[0]?.textContent).toContain('Empty message')
    // The others are still counted.
    expect(shown()).toEqual(['4 posts', '1 ready', '1 waiting', '1 at risk'])
    await user.click(counts.getByRole('button', { name: '1 at risk' }))
    await waitFor(async () => expect(await cards()).toHaveLength(4))
  })

  it('reads the date, the view and the labels switch from the address', async () => {
    await openCalendar('content-creator', {
      items: [draft],
      labels: [label],
      search: '?date=2026-11-27&view=week&labels=off',
    })
    expect(await screen.findByRole('heading', { level: 1, name: '23 – 29 Nov 2026' })).toBeTruthy()
    await cards()
    expect(screen.queryByText('Black Friday')).toBeNull()
  })

  it('writes labels in black or white, whichever is readable', async () => {
    await openCalendar('content-creator', { labels: [label] })
    const chip = (await screen.findByText('Black Friday')).closest<HTMLElement>('[data-label]')
    expect(chip?.style.color).toBe('black')
  })

  it('says when nothing is planned', async () => {
    await openCalendar('content-creator')
    expect(await screen.findByText('Nothing is planned for November 2026')).toBeTruthy()
  })

  it('is filtered by campaign, with the posts of none', async () => {
    const inCampaign = { ...draft, post: { ...draft.post, campaign_id: 7 } }
    const { user, address } = await openCalendar('content-creator', {
      items: [inCampaign, approved],
      campaigns: [buildCampaign()],
    })
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Black Friday' }))
    await waitFor(() => expect(decodeURIComponent(address())).toContain('campaign="7"'))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
    await user.click(screen.getByRole('checkbox', { name: 'Black Friday' }))
    const balance = within(screen.getByRole('group', { name: 'Posts by campaign' }))
    expect(balance.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Black Friday1',
      'No campaign1',
    ])
    await user.click(balance.getByRole('button', { name: 'No campaign 1' }))
    await waitFor(() => expect(decodeURIComponent(address())).toContain('campaign="0"'))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
  })

  it('says when a filter hides everything', async () => {
    const { user } = await openCalendar('content-creator', { items: [draft], search: '?status=live' })
    await user.click(await screen.findByRole('button', { name: 'Clear all filters' }))
    expect(await cards()).toHaveLength(1)
  })

  it('says when it could not be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await openCalendar('content-creator', {
      items: [draft],
      answer: ({ path }) =>
        isDown && path.startsWith('/posts/schedules/')
          ? { status: 422, code: 'validation_error', message: 'Validation error' }
          : null,
    })
    await screen.findByRole('alert')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await cards()).toHaveLength(1)
  })
})

describe('a day with many posts', () => {
  const items = Array.from({ length: 6 }, (_, index) =>
    calendarItem({ message: `Post ${index + 1}`, datetime: `2026-11-24T1${index}:00:00.000Z` }),
  )

  it('opens in its place on a phone, where the strip of days counts all of them', async () => {
    const { user } = await openCalendar('content-creator', { items })
    expect(await cards()).toHaveLength(3)
    const strip = within(screen.getByRole('navigation', { name: 'Days' }))
    expect(strip.getByRole('button', { name: '24 Nov 2026, 6 posts' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '+3 more on 24 Nov 2026' }))
    expect(await cards()).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'Show fewer posts on 24 Nov 2026' }))
    expect(await cards()).toHaveLength(3)
  })

  it('is collapsed on a phone once it is past, as long as today is visible', async () => {
    const past = items.map(item => ({ ...item, datetime: item.datetime.replace('-24T', '-18T') }))
    const { user } = await openCalendar('content-creator', { items: past })
    await user.click(await screen.findByRole('button', { name: '6 posts on 18 Nov 2026' }))
    expect(await cards()).toHaveLength(6)
  })

  it('is open on a phone even when past, if it is the day of the address', async () => {
    const past = items.map(item => ({ ...item, datetime: item.datetime.replace('-24T', '-18T') }))
    await openCalendar('content-creator', { items: past, search: '?date=2026-11-18' })
    expect(await cards()).toHaveLength(3)
  })
})

describe('a selection', () => {
  it('has To Approval disabled if nothing in it is eligible, and says why', async () => {
    const { user, sent } = await openCalendar('content-creator', { items: [approved] })
    await user.click(await screen.findByLabelText(/^Select: /))
    const button = await screen.findByRole('button', { name: 'To Approval' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toMatch(/Only drafts/)
    await user.click(button)
    expect(sent('POST')).toEqual([])
  })

  it('is deleted after asking, and restored by Undo', async () => {
    const { user, sent } = await openCalendar('content-creator', {
      items: [draft],
      answer: ({ method }) => (method === 'GET' ? null : { data: {} }),
    })
    await user.click(await screen.findByLabelText(/^Select: /))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Are you sure you want to delete the content?')
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
        ['/posts/restore', { project_id: 3, post_ids: [draft.post_id] }],
      ]),
    )
    expect(sent('DELETE').map(({ body }) => body)).toEqual([{ post_ids: [draft.post_id] }])
  })
})

describe('selecting', () => {
  const december = calendarItem({ message: 'Advent', datetime: '2026-12-10T09:00:00.000Z' })
  const later = calendarItem({ message: 'Slow Monday', datetime: '2026-11-25T17:05:00.000Z' })

  it('leaves a plain click to opening the post', async () => {
    const { user, address } = await openCalendar('content-creator', { items: [draft] })
    const [first] = await cards()
    if (first) await user.click(first)
    await waitFor(() => expect(address()).toBe(`/3/manage-post/facebook?postId=${draft.post_id}`))
  })

  it('is done with Ctrl and a click, and for a range with Shift and a click', async () => {
    const { user } = await openCalendar('content-creator', { items: [draft, approved, later] })
    const [first, , last] = await cards()
    await user.keyboard('{Control>}')
    if (first) await user.click(first)
    await user.keyboard('{/Control}{Shift>}')
    if (last) await user.click(last)
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 Selected')).toBeTruthy()
  })

  it('is done with Ctrl and a click on the text as well, without opening a tab', async () => {
    const { user } = await openCalendar('content-creator', { items: [draft, approved] })
    let isHandled: boolean | null = null
    document.addEventListener('click', event => (isHandled = event.defaultPrevented), { once: true })
    await user.keyboard('{Control>}')
    await user.click(await screen.findByRole('link', { name: 'Slow Sunday' }))
    expect(isHandled).toBe(true)
    expect(await screen.findByText('1 Selected')).toBeTruthy()
  })

  it('includes all posts on the screen with one button', async () => {
    const { user } = await openCalendar('content-creator', { items: [draft, approved, later] })
    const [first] = await screen.findAllByLabelText(/^Select: /)
    if (first) await user.click(first)
    await user.click(screen.getByRole('button', { name: 'Select all 3' }))
    expect(screen.getByText('3 Selected')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull()
  })

  it('survives a change of the month, and counts what is not on the page', async () => {
    const { user } = await openCalendar('content-creator', {
      search: '?date=2026-11-20',
      answer: ({ path }) => {
        const items = path.includes('/2026-11-30/') ? [december] : [draft]
        return path.startsWith('/posts/schedules/')
          ? { data: { project: calendarProject, post_schedules: items, day_labels: [] } }
          : null
      },
    })
    await user.click(await screen.findByLabelText(/^Select: /))
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    await card('Advent')
    expect(screen.getByText('1 not on this page')).toBeTruthy()
    await user.click(screen.getByLabelText(/^Select: /))
    expect(screen.getByText(/^2 Selected/)).toBeTruthy()
  })
})

test('C opens Create content', async () => {
  const { user } = await openCalendar('content-creator')
  await screen.findByText('Nothing is planned for November 2026')
  await user.keyboard('c')
  expect(await screen.findByRole('dialog', { name: 'Add Post' })).toBeTruthy()
})

describe('a day label', () => {
  const modal = async (name: string) => within(await screen.findByRole('dialog', { name }))

  it('is added from its day', async () => {
    const { user, sent } = await openCalendar('content-creator')
    await user.click(await screen.findByRole('button', { name: 'Add label on 26 Nov 2026' }))
    const form = await modal('Add Label')
    await user.type(form.getByRole('textbox', { name: 'Label' }), 'Thanksgiving')
    await user.click(form.getByRole('button', { name: 'Add' }))
    await screen.findByText('Label added')
    expect(sent('POST')).toMatchObject([
      { path: '/daylabels', body: { text: 'Thanksgiving', start_at: '2026-11-26', end_at: '' } },
    ])
  })

  it('is added on today with the shortcut', async () => {
    const { user } = await openCalendar('content-creator')
    await screen.findByText('Nothing is planned for November 2026')
    await user.keyboard('l')
    expect((await modal('Add Label')).getByText('20 Nov 2026 · 1 day')).toBeTruthy()
  })

  it('is changed and deleted on its day', async () => {
    const { user, sent } = await openCalendar('agency-admin', { labels: [label] })
    await user.click(await screen.findByRole('button', { name: 'Edit label Black Friday' }))
    await user.click((await modal('Edit Label')).getByRole('button', { name: 'Delete' }))
    await user.click(
      (await modal('Are you sure you want to delete the label?')).getByRole('button', { name: 'Yes' }),
    )
    await screen.findByText('Label deleted')
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/daylabels/7'])
  })

  test.each<Role>(['internal-approver', 'external-approver'])('is read-only for %s', async role => {
    const { user } = await openCalendar(role, { mode: 'approval', labels: [label] })
    await screen.findByText('Black Friday')
    expect(screen.queryByRole('button', { name: /label/i })).toBeNull()
    await user.keyboard('l')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the approval calendar', () => {
  const waiting = calendarItem({
    message: 'For the client',
    socials: [{ social_network: 'linkedin', status: 'pending_external_approval' }],
  })

  test.each<[Role, string]>([
    ['internal-approver', 'Sent for Approval: internal'],
    ['external-approver', 'Sent for Approval: external'],
  ])('offers %s filters from "%s" on, and neither selection nor creation', async (role, first) => {
    const { user } = await openCalendar(role, { mode: 'approval', items: [draft, waiting] })
    expect(await cards()).toHaveLength(1)
    expect(screen.queryByLabelText(/^Select: /)).toBeNull()
    expect(screen.queryByRole('button', { name: /Create content/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Actions: / })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const group = within(await screen.findByRole('group', { name: 'Status' }))
    expect(group.getAllByRole('checkbox')[0]?.closest('div')?.parentElement?.textContent).toContain(first)
  })

  it('leads to the item in the approved list if the person’s round is closed', async () => {
    await openCalendar('internal-approver', { mode: 'approval', items: [waiting] })
    const link = (await card('For the client')).getByRole('link')
    expect(link.getAttribute('href')).toBe(`/3/unapprove/linkedin?postId=${waiting.post_id}&from=calendar`)
  })

  it('opens the approval item on a click on a card', async () => {
    const { user, address } = await openCalendar('external-approver', { mode: 'approval', items: [waiting] })
    const [first] = await cards()
    if (first) await user.click(first)
    await waitFor(() =>
      expect(address()).toBe(`/3/approval/linkedin?postId=${waiting.post_id}&from=calendar`),
    )
  })
})
