import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { openCalendar } from '../../../testing/fake-calendar-server.tsx'

// Panels and dialogs are loaded when first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const draft = calendarItem({ message: 'Slow Sunday', datetime: '2026-11-23T17:05:00.000Z' })
const cards = () => screen.findAllByRole('group', { name: /Draft/ })

describe('a day that was opened', () => {
  const items = Array.from({ length: 10 }, (_, index) =>
    calendarItem({ message: `Post ${index + 1}`, datetime: `2026-11-24T1${index}:00:00.000Z` }),
  )

  test.each([true, false])('is still open after a post and Back (phone: %s)', async isPhone => {
    const { user, back } = await openCalendar('content-creator', { items, isPhone })
    await user.click(await screen.findByRole('button', { name: / more( posts)? on 24 Nov 2026/ }))
    await waitFor(async () => expect(await cards()).toHaveLength(10))
    const [first] = await cards()
    if (first) await user.click(first)
    await screen.findByText('Another page')
    back()
    await waitFor(async () => expect(await cards()).toHaveLength(10))
  })
})

describe('a day of the month', () => {
  const postsOn = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      calendarItem({ message: `Post ${index + 1}`, datetime: `2026-11-24T1${index}:00:00.000Z` }),
    )

  test.each([
    [8, 8],
    [9, 9],
    [10, 8],
  ])('with %i posts shows %i, and never "+1 more"', async (count, shown) => {
    await openCalendar('content-creator', { items: postsOn(count), isPhone: false })
    await waitFor(async () => expect(await cards()).toHaveLength(shown))
    expect(screen.queryByText(/more$/)?.textContent ?? '').toBe(shown < count ? '+2 more' : '')
  })
})

describe('a month that is returned to', () => {
  const advent = calendarItem({ message: 'Advent', datetime: '2026-12-02T17:05:00.000Z' })
  const christmas = calendarItem({ message: 'Christmas', datetime: '2026-12-24T17:05:00.000Z' })
  const open = () =>
    openCalendar('content-creator', {
      isPhone: false,
      search: '?date=2026-12-20',
      items: [draft, advent, christmas],
    })
  const card = (name: RegExp) => screen.findByRole('group', { name })

  it('shows the cards that were drawn before, which are hidden while another month is shown', async () => {
    const { user } = await open()
    await card(/Christmas/)
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    const before = await card(/Slow Sunday/)
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    await card(/Christmas/)
    expect(screen.queryByRole('group', { name: /Slow Sunday/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    expect(await card(/Slow Sunday/)).toBe(before)
    expect(screen.queryByRole('group', { name: /Christmas/ })).toBeNull()
  })

  it('has given up a move by keys that was under way when it was left', async () => {
    const { user, sent } = await open()
    await card(/Christmas/)
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    ;(await card(/Slow Sunday/)).focus()
    await user.keyboard('m{ArrowRight}')
    expect(screen.getByText(/^Move to/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    await card(/Christmas/)
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    const sunday = await card(/Slow Sunday/)
    expect(screen.queryByText(/^Move to/)).toBeNull()
    sunday.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Another page')
    expect(sent('PUT')).toEqual([])
  })

  it('shows what was changed while another month was shown', async () => {
    const { user } = await open()
    await card(/Christmas/)
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    await card(/Slow Sunday/)
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    ;(await card(/Advent/)).focus()
    await user.keyboard('m{ArrowRight}{ArrowRight}{Enter}')
    await screen.findByText('Post moved')
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    await card(/Slow Sunday/)
    const moved = await screen.findAllByRole('group', { name: /Advent/ })
    expect(moved.map(one => one.closest('[data-date]')?.getAttribute('data-date'))).toEqual(['2026-12-04'])
  })
})

describe('Today', () => {
  test.each([true, false])('scrolls back to today (phone: %s)', async isPhone => {
    const scrolled: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    const { user } = await openCalendar('content-creator', { items: [draft], isPhone })
    await cards()
    scrolled.length = 0
    await user.click(screen.getByRole('button', { name: 'Today' }))
    const [day] = scrolled
    expect(day?.getAttribute('data-date') ?? day?.getAttribute('data-day')).toBe('2026-11-20')
  })
})

describe('the strip of days', () => {
  it('has every day of the month, and leads past one that has nothing to the next of the list', async () => {
    const scrolled: Element[] = []
    const { user } = await openCalendar('content-creator', { items: [draft] })
    await cards()
    const strip = within(screen.getByRole('navigation', { name: 'Days' }))
    expect(strip.getAllByRole('button')).toHaveLength(30)
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    await user.click(strip.getByRole('button', { name: '3 Nov 2026, 0 posts' }))
    expect(scrolled.map(day => day.getAttribute('data-day'))).toEqual(['2026-11-20'])
  })

  it('marks the day that the list has been scrolled to', async () => {
    await openCalendar('content-creator', { items: [draft] })
    await cards()
    // Days are 300 px high, and the fourth of them is at the top of the window.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const { day } = this.dataset
      return new DOMRect(0, day === undefined ? 0 : (Number(day.slice(8)) - 23) * 300, 300, 100)
    })
    window.dispatchEvent(new Event('scroll'))
    const day = await screen.findByRole('button', { name: '23 Nov 2026, 1 post' })
    await waitFor(() => expect(day.dataset.shown).toBe('true'))
  })
})
