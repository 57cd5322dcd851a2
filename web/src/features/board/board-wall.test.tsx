import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BoardRow } from '#domain/publishing/board-contract.ts'
import { failed, inHours, openBoard, row, waiting } from '../../../testing/open-board.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const texts = (region: HTMLElement) =>
  within(region)
    .queryAllByText(/^Post \d$/)
    .map(({ textContent }) => textContent)

it('shows what is in danger, the red first, and today by hour, without controls', async () => {
  await openBoard([waiting, failed, row(5, { datetime: inHours(0) })], '/board?wall=1')
  const danger = await screen.findByRole('region', { name: 'In danger' })
  expect(texts(danger)).toEqual(['Post 2', 'Post 1'])
  expect(within(danger).getByText(/^Not approved: waits for Emil/)).toBeTruthy()
  expect(texts(screen.getByRole('region', { name: 'Today' }))).toEqual(['Post 5'])
  expect(screen.getByText('4')).toBeTruthy()
  for (const role of ['button', 'link', 'combobox', 'textbox']) expect(screen.queryByRole(role)).toBeNull()
})

it('shows versions of a post once of which the same is said, with their networks', async () => {
  const version = (id: number, social_network: BoardRow['social_network'], change = {}) => ({
    ...waiting,
    post_social_id: id,
    social_network,
    ...change,
  })
  const red = { risk: 'red', reasons: failed.reasons, failure_reason: failed.failure_reason } as const
  await openBoard(
    [version(11, 'facebook'), version(12, 'instagram'), version(13, 'linkedin', red)],
    '/board?wall=1',
  )
  const danger = await screen.findByRole('region', { name: 'In danger' })
  const networks = within(danger)
    .getAllByRole('listitem')
    .map(item =>
      within(item)
        .getAllByRole('img')
        .map(image => image.getAttribute('aria-label')),
    )
  expect(networks).toEqual([['LinkedIn'], ['Facebook', 'Instagram']])
})

it('renews itself, and says when nothing is in danger or planned today', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { change } = await openBoard([row(4)], '/board?wall=1')
  expect(await screen.findByText('Everything goes out.')).toBeTruthy()
  expect(screen.getByText('Nothing is planned today.')).toBeTruthy()
  change([failed, row(4)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts(await screen.findByRole('region', { name: 'In danger' }))).toEqual(['Post 2'])
})

it('draws nothing while neither the board nor the minute changes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-06-01T08:00:05Z') })
  const { sent } = await openBoard([failed, row(4)], '/board?wall=1')
  await screen.findByRole('region', { name: 'In danger' })
  // Each drawing puts the rows together by day.
  const drawings = vi.spyOn(Map, 'groupBy')
  const clock = () => document.querySelector('header time')?.textContent
  const [asked, time] = [sent.length, clock()]
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent.length).toBeGreaterThan(asked + 20)
  expect(drawings).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(drawings).toHaveBeenCalled()
  expect(clock()).not.toBe(time)
})

it('keeps the filters of its address', async () => {
  const { sent } = await openBoard([failed], '/board?wall=1&clients=3&risk=red')
  await screen.findByRole('region', { name: 'In danger' })
  expect(sent[0]?.url.search).toBe('?clients=3&risk=red')
})
