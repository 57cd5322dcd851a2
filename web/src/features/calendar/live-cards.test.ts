import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import { queryKeys } from '#web/platform/query.ts'
import { storeToken } from '#web/platform/token.ts'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { answer, refusal } from '../../../testing/fake-server.ts'
import { createLiveCards } from './live-cards.ts'
import { type CalendarData, patchMonth, shareMonth } from './patch-months.ts'

const november = { start: '2026-11-01', end: '2026-11-30' }
const project = { id: 3, name: 'Harbor', timezone: 'Europe/Berlin', socials: [] }
const monthOf = (...post_schedules: CalendarItem[]): CalendarData => ({
  project,
  post_schedules,
  day_labels: [],
})
const at = (item: CalendarItem, datetime: string): CalendarItem => ({ ...item, datetime })
const first = calendarItem({ datetime: '2026-11-10T09:00:00.000Z' })
const second = calendarItem({ datetime: '2026-11-12T09:00:00.000Z' })
const third = calendarItem({ datetime: '2026-11-20T09:00:00.000Z' })
const month = monthOf(first, second, third)
const patch = (ids: number[], ...cards: CalendarItem[]) =>
  patchMonth(month, november, ids, cards).post_schedules

describe('A cached month', () => {
  it('shows a changed card in its place and leaves the other objects alone', () => {
    const changed = { ...second, post: { ...second.post, message: 'New' } }
    const items = patch([second.post_id], changed)
    expect(items).toEqual([first, changed, third])
    expect(items[0]).toBe(first)
    expect(items[2]).toBe(third)
  })

  it('loses a card that is gone and keeps the objects behind it', () => {
    const items = patch([first.post_id])
    expect(items).toHaveLength(2)
    expect(items[0]).toBe(second)
    expect(items[1]).toBe(third)
  })

  it('takes a post that is moved within it, and loses one that is moved out of it', () => {
    const later = at(first, '2026-11-15T09:00:00.000Z')
    expect(patch([first.post_id], later)).toEqual([second, later, third])
    expect(patch([first.post_id], at(first, '2026-12-01T09:00:00.000Z'))).toEqual([second, third])
  })

  it('takes new posts by the project’s days, not by those of UTC', () => {
    const inside = calendarItem({ datetime: '2026-11-30T22:59:00.000Z' })
    const outside = calendarItem({ datetime: '2026-11-30T23:00:00.000Z' })
    const early = calendarItem({ datetime: '2026-10-31T23:00:00.000Z' })
    const ids = [inside, outside, early].map(({ post_id }) => post_id)
    expect(patch(ids, inside, outside, early)).toEqual([early, first, second, third, inside])
  })

  it('is the same object if nothing of it has changed', () => {
    expect(patchMonth(month, november, [second.post_id], [structuredClone(second)])).toBe(month)
    expect(shareMonth(month, structuredClone(month))).toBe(month)
  })

  it('is what the server would answer after any changes, with the objects of all that stayed as it was', () => {
    const some = fc.record({
      id: fc.nat({ max: 12 }),
      day: fc.integer({ min: 1, max: 59 }),
      text: fc.constantFrom('a', 'b'),
    })
    const items = new Map<string, CalendarItem>()
    const itemOf = ({ id, day, text }: { id: number; day: number; text: string }): CalendarItem => {
      const datetime = new Date(Date.UTC(2026, 9, 15 + day, 12)).toISOString()
      const made = calendarItem({ datetime, message: text, id: id + 1000 })
      return {
        ...made,
        id: id + 1,
        schedule_id: id + 1,
        post_id: id + 1,
        post: { ...made.post, post_socials: [] },
      }
    }
    const uniqueOf = (list: { id: number; day: number; text: string }[]) =>
      [...new Map(list.map(one => [one.id, one])).values()].map(itemOf)
    const shown = (all: readonly CalendarItem[]) =>
      all
        .filter(({ datetime }) => datetime.startsWith('2026-11'))
        .toSorted((a, b) => a.datetime.localeCompare(b.datetime) || b.post_id - a.post_id)
    fc.assert(
      fc.property(fc.array(some), fc.array(some), fc.array(fc.nat({ max: 12 })), (old, fresh, gone) => {
        items.clear()
        const before = uniqueOf(old)
        const changes = uniqueOf(fresh)
        const ids = [...changes.map(({ post_id }) => post_id), ...gone.map(id => id + 1)]
        const kept = before.filter(({ post_id }) => !ids.includes(post_id))
        const cards = changes.filter(({ post_id }) => !gone.includes(post_id - 1))
        const cached = monthOf(...shown(before))
        const patched = patchMonth(cached, november, ids, cards).post_schedules
        expect(patched).toEqual(shown([...kept, ...cards]))
        for (const item of kept) expect(shown([item]).every(one => patched.includes(one))).toBe(true)
      }),
    )
  })
})

describe('Changes of posts', () => {
  let client: QueryClient
  let requests: string[]
  let respond: () => Response | Promise<Response>
  const key = [...queryKeys.calendar(3), november.start, november.end]
  const changed = { ...second, post: { ...second.post, message: 'New' } }
  const cached = () => client.getQueryData<CalendarData>(key)?.post_schedules
  const isOld = () => client.getQueryState(key)?.isInvalidated

  beforeEach(() => {
    storeToken({ token: 'good', expires_in: 3600 })
    client = new QueryClient()
    client.setQueryData(key, month, { updatedAt: 1000 })
    requests = []
    respond = () => answer(200, [changed])
    fakeFetch(async input => {
      requests.push(decodeURIComponent(String(input)))
      return respond()
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })

  it('are read as cards and put into the cached months, which stay as old as they are', async () => {
    createLiveCards(client, 3).update([second.post_id])
    await expect.poll(cached).toEqual([first, changed, third])
    expect(requests).toEqual([`/api/projects/3/posts/cards?ids=${second.post_id}`])
    expect(client.getQueryState(key)).toMatchObject({ isInvalidated: false, dataUpdatedAt: 1000 })
  })

  it('that arrive during a call are read together by the next one', async () => {
    let send: (response: Response) => void = () => undefined
    respond = () => new Promise(resolve => (send = resolve))
    const cards = createLiveCards(client, 3)
    cards.update([1])
    await expect.poll(() => requests.length).toBe(1)
    cards.update([2])
    cards.update([3, 2])
    respond = () => answer(200, [changed])
    send(answer(200, []))
    await expect.poll(cached).toContainEqual(changed)
    expect(requests.map(address => address.split('=')[1])).toEqual(['1', '2,3'])
  })

  it('are not read where no calendar is cached', async () => {
    client.clear()
    createLiveCards(client, 3).update([second.post_id])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(requests).toEqual([])
  })

  it('need no code where no calendar is cached', async () => {
    const loading = vi.fn(() => import('./card-reader.ts'))
    const cards = createLiveCards(client, 3, loading)
    client.clear()
    await cards.update([second.post_id])
    await cards.updateLabels()
    expect(loading).not.toHaveBeenCalled()
    client.setQueryData(key, month)
    await cards.update([second.post_id])
    expect(loading).toHaveBeenCalledOnce()
    expect(cached()).toEqual([first, changed, third])
  })

  it('reload the months if there are too many, or if the server cannot say', async () => {
    createLiveCards(client, 3).update(Array.from({ length: 101 }, (_, index) => index + 1))
    await expect.poll(isOld).toBe(true)
    expect(requests).toEqual([])
    client.setQueryData(key, month)
    respond = () => refusal(500, 'internal', 'No.')
    createLiveCards(client, 3).update([second.post_id])
    await expect.poll(isOld).toBe(true)
  })

  it('reload the months if what reads cards cannot be loaded, and are read as cards again once it can', async () => {
    let isOffline = true
    const cards = createLiveCards(client, 3, async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
      return import('./card-reader.ts')
    })
    await cards.update([second.post_id])
    expect(isOld()).toBe(true)
    client.setQueryData(key, month)
    isOffline = false
    await cards.update([second.post_id])
    expect(cached()).toEqual([first, changed, third])
    expect(isOld()).toBe(false)
  })

  it('are read also after one that ended in a fault', async () => {
    const cards = createLiveCards(client, 3)
    vi.spyOn(client, 'setQueryData').mockImplementationOnce(() => {
      throw new RangeError('a fault of ours')
    })
    await expect(cards.update([second.post_id])).rejects.toThrow('a fault of ours')
    await cards.update([second.post_id])
    expect(cached()).toEqual([first, changed, third])
  })

  it('leave a month alone that is to be reloaded anyway', async () => {
    await client.invalidateQueries({ queryKey: key })
    createLiveCards(client, 3).update([second.post_id])
    await expect.poll(() => requests.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(cached()).toEqual([first, second, third])
    expect(isOld()).toBe(true)
  })

  it('have a month read again that was being read when they came', async () => {
    const other = [...queryKeys.calendar(3), '2026-12-01', '2026-12-31']
    let reads = 0
    const queryFn = async () => {
      reads += 1
      await new Promise(resolve => setTimeout(resolve, 100))
      return monthOf()
    }
    const reading = client.prefetchQuery({ queryKey: other, queryFn })
    createLiveCards(client, 3).update([second.post_id])
    await expect.poll(cached).toContainEqual(changed)
    await reading
    await expect.poll(() => client.getQueryState(other)?.isInvalidated).toBe(true)
    expect(reads).toBe(1)
  })
})
