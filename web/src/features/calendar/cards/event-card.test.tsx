import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Board, BoardProvider } from '#web/features/calendar/grid-state/board.tsx'
import { WithSelection } from '#web/features/calendar/grid-state/selection.tsx'
import { ShownProject } from '#web/platform/shown-project.ts'
import { statusText } from '#web/ui/badge/status-badge.tsx'
import { calendarEntry } from '../../../../testing/build-calendar-item.ts'
import { buildCampaign } from '../../../../testing/build-campaign.ts'
import { buildOwnProject } from '../../../../testing/build-project.ts'
import { type CardLayout, EventCard } from './event-card.tsx'

const campaign = buildCampaign()
const board: Board = {
  today: '2026-11-20',
  isPlanning: false,
  mayCreate: false,
  pausedUntil: null,
  labels: null,
  campaigns: new Map([[7, campaign]]),
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

const show = (
  entries: readonly ReturnType<typeof waiting>[],
  layout: CardLayout = 'compact',
  pausedUntil: string | null = null,
) => {
  const drawn = new Map<number, number>()
  render(
    <MantineProvider>
      <ShownProject value={buildOwnProject('content-creator')}>
        <BoardProvider value={{ ...board, pausedUntil }}>
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

test.each<[CardLayout, string]>([
  ['compact', 'Account'],
  ['tall', 'Other account'],
  ['wide', 'Other account'],
])('A card says that a version was approved for another account (%s)', (layout, word) => {
  const socials = [{ status: 'approved' as const, is_for_other_account: true as const }]
  show([calendarEntry({ socials }), calendarEntry({ socials: [{ status: 'approved' }] })], layout)
  expect(screen.getAllByText(word)).toHaveLength(1)
  expect(names()[0]).toContain('Approved for another account')
  expect(names()[1]).not.toContain('another account')
})

test.each<CardLayout>(['compact', 'tall', 'wide'])('A card says that its post is paused (%s)', layout => {
  const due = (message: string, status: 'approved' | 'publishing_failed', datetime: string) =>
    calendarEntry({ message, datetime, socials: [{ status }] })
  const noon = '2026-11-23T12:00:00.000Z'
  const entries = [
    due('Kept', 'approved', noon),
    due('Later', 'approved', '2026-11-23T12:00:00.001Z'),
    due('Over', 'publishing_failed', noon),
  ]
  show(entries, layout, noon)
  expect(screen.getAllByText('Paused')).toHaveLength(1)
  expect(names().map(name => name?.includes('Paused'))).toEqual([true, false, false])
})

test.each<CardLayout>(['compact', 'tall', 'wide'])('A card says its campaign (%s)', layout => {
  show([calendarEntry({ campaign_id: 7 }), calendarEntry({ campaign_id: 99 }), calendarEntry()], layout)
  expect(names().map(name => name?.includes('Campaign Black Friday'))).toEqual([true, false, false])
  expect(screen.queryAllByText('Black Friday')).toHaveLength(layout === 'compact' ? 0 : 1)
})

describe('The deadline on a card', () => {
  test.each<CardLayout>(['tall', 'wide'])('is short, and a sentence in its name (%s)', layout => {
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
    expect(screen.queryByText('Late')).toBeNull()
    act(() => {
      vi.advanceTimersByTime(30_000)
    })
    expect(screen.getByText('Late')).toBeTruthy()
    expect(names()[0]).toContain('Decision was due by Fri 20 Nov, 12:00 PM (1 minute late)')
    expect(soon?.()).toBeGreaterThan(before[0] ?? 0)
    expect([later?.(), draft?.()]).toEqual(before.slice(1))
  })

  it('says no more once the post is overdue', () => {
    show([waiting('2026-11-20T10:00:00.000Z', { is_overdue: true })], 'tall')
    expect(screen.queryByText('Late')).toBeNull()
    expect(names()[0]).toContain('Overdue')
    expect(names()[0]).not.toContain('Decision was due')
  })
})

describe('A card of a month', () => {
  const line = () => screen.getByRole('group').textContent

  it.each([
    ['publishing_failed', 'Failed'],
    ['requires_revision', 'Fixes'],
    ['unapproved', 'Fixes'],
    ['approved', ''],
    ['pending_external_approval', ''],
    ['live', ''],
  ] as const)('in state %s says "%s" after time and text, and the state in its name', (status, word) => {
    show([calendarEntry({ message: 'Slow Sunday', socials: [{ status }] })])
    expect(line()).toBe(`6:05 PMSlow Sunday${word}`)
    expect(names()[0]).toContain(statusText(status))
  })

  it('says that an overdue post is late, but of a failed one that it failed', () => {
    show([calendarEntry({ is_overdue: true, message: 'Fixed', socials: [{ status: 'requires_revision' }] })])
    expect(line()).toBe('6:05 PMFixedLate')
    cleanup()
    show([calendarEntry({ is_overdue: true, message: 'Sent', socials: [{ status: 'publishing_failed' }] })])
    expect(line()).toBe('6:05 PMSentFailed')
  })

  it('looks different while the agency decides and while the client does', () => {
    show([
      calendarEntry({ socials: [{ status: 'pending_internal_approval' }] }),
      calendarEntry({ socials: [{ status: 'pending_external_approval' }] }),
    ])
    const [internal, client] = screen.getAllByRole('group')
    expect([internal?.dataset.state, client?.dataset.state]).toEqual([
      'pending_internal_approval',
      'pending_external_approval',
    ])
    expect(internal?.querySelector('svg')?.innerHTML).not.toBe(client?.querySelector('svg')?.innerHTML)
  })
})
