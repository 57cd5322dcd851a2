import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { entriesOf } from '#domain/calendar/entries.ts'
import { type Board, BoardProvider } from '#web/features/calendar/grid-state/board.tsx'
import { ShownProject } from '#web/platform/shown-project.ts'
import { calendarItem } from '../../../../testing/build-calendar-item.ts'
import { buildOwnProject } from '../../../../testing/build-project.ts'
import { PreviewPopup } from './preview-popup.tsx'

const board: Board = {
  today: '2026-11-20',
  isPlanning: true,
  mayCreate: false,
  pausedUntil: null,
  labels: null,
  campaigns: new Map(),
  linkOf: () => ({ to: '/' }),
  create: () => undefined,
  toggleDay: () => undefined,
}

const open = (decide_by?: string) => {
  const [entry] = entriesOf([calendarItem(decide_by === undefined ? {} : { decide_by })], 'Europe/Berlin')
  if (!entry) throw new Error('no entry')
  render(
    <MantineProvider>
      <ShownProject value={buildOwnProject('content-creator')}>
        <BoardProvider value={board}>
          <PreviewPopup entry={entry} at={document.body} isLarge={false} />
        </BoardProvider>
      </ShownProject>
    </MantineProvider>,
  )
}

it('says until when a post in approval is to be decided', () => {
  open('2020-06-04T15:00:00.000Z')
  expect(screen.getByText(/Decision was due by Thu 4 Jun, 5:00 PM/)).toBeTruthy()
})

it('says nothing of a deadline where nobody is asked', () => {
  open()
  expect(screen.queryByText(/decide/i)).toBeNull()
})
