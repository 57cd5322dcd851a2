import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Board, BoardProvider } from '#web/features/calendar/grid-state/board.tsx'
import { WithSelection } from '#web/features/calendar/grid-state/selection.tsx'
import { ShownProject } from '#web/platform/shown-project.ts'
import { calendarEntry } from '../../../../testing/build-calendar-item.ts'
import { buildOwnProject } from '../../../../testing/build-project.ts'
import { type CardLayout, EventCard } from './event-card.tsx'

const board: Board = {
  today: '2026-11-20',
  isPlanning: false,
  mayCreate: false,
  labels: null,
  linkOf: () => ({ to: '/' }),
  create: () => undefined,
  toggleDay: () => undefined,
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const waiting = (decide_by: string, part = {}) =>
  calendarEntry({ decide_by, socials: [{ status: 'pending_external_approval' }], ...part })

const show = (entries: readonly ReturnType<typeof waiting>[], layout: CardLayout = 'compact') => {
  const drawn = new Map<number, number>()
  render(
    <MantineProvider>
      <ShownProject value={buildOwnProject('content-creator')}>
        <BoardProvider value={board}>
          <WithSelection>
            {entries.map(entry => (
              <Profiler
                key={entry.item.id}
                id={String(entry.item.id)}
                onRender={() => drawn.set(entry.item.id, (drawn.get(entry.item.id) ?? 0) + 1)}
              >
                <EventCard entry={entry} layout={layout} />
              </Profiler>
            ))}
          </WithSelection>
        </BoardProvider>
      </ShownProject>
    </MantineProvider>,
  )
  return entries.map(
    ({ item }) =>
      () =>
        drawn.get(item.id),
  )
}
const names = () => screen.getAllByRole('group').map(card => card.getAttribute('aria-label'))

describe('The deadline on a card', () => {
  test.each<CardLayout>(['compact', 'tall', 'wide'])('is short, and a sentence in its name (%s)', layout => {
    show([waiting('2026-11-20T15:30:00.000Z')], layout)
    expect(screen.getByText(/^4 h/).textContent).toBe('4 h left')
    expect(names()[0]).toMatch(
      /Sent for Approval: client, Decide by Fri 20 Nov, 4:30 PM \(in 4 hours\), Text/,
    )
  })

  it('passes, and only the card whose words change is drawn again', () => {
    const [soon, later, draft] = show([
      waiting('2026-11-20T11:00:20.000Z'),
      waiting('2026-11-27T11:30:00.000Z'),
      calendarEntry(),
    ])
    const before = [soon, later, draft].map(count => count?.())
    expect(screen.getByText(/^1 min/)).toBeTruthy()
    act(() => {
      vi.advanceTimersByTime(30_000)
    })
    expect(screen.getByText('Late')).toBeTruthy()
    expect(names()[0]).toContain('Decision was due by Fri 20 Nov, 12:00 PM (1 minute late)')
    expect(soon?.()).toBeGreaterThan(before[0] ?? 0)
    expect([later?.(), draft?.()]).toEqual(before.slice(1))
  })

  it('says no more once the post is overdue', () => {
    show([waiting('2026-11-20T10:00:00.000Z', { is_overdue: true })])
    expect(screen.queryByText('Late')).toBeNull()
    expect(names()[0]).toContain('Overdue')
    expect(names()[0]).not.toContain('Decision was due')
  })
})
