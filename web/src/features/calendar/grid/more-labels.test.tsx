import { MantineProvider } from '@mantine/core'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { DayLabel } from '#domain/labels/model.ts'
import { type Board, BoardProvider } from '#web/features/calendar/grid-state/board.tsx'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { MoreLabels } from './more-labels.tsx'

const date = '2026-11-27'
const labels: readonly DayLabel[] = ['Fair', 'Sale'].map((text, index) => ({
  id: index + 1,
  day_label_id: index + 1,
  project_id: 3,
  text,
  color: '#ffee00',
  start_at: date,
  end_at: date,
}))

const open = async (editing: Board['labels']) => {
  const board = { labels: editing } as Partial<Board> as Board
  renderAs(
    'agency-admin',
    // happy-dom has no layout, so everything would count as out of view and be hidden: `test` turns that off.
    <MantineProvider env="test">
      <BoardProvider value={board}>
        <MoreLabels date={date} labels={labels} />
      </BoardProvider>
    </MantineProvider>,
  )
  const name = '+2 labels on 27 Nov 2026'
  await userEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}

it('lists the labels that have no row, and opens the pressed one in the editor', async () => {
  const edit = vi.fn()
  const panel = await open({ add: vi.fn(), edit })
  await userEvent.click(panel.getByRole('button', { name: 'Edit label Sale' }))
  expect(edit).toHaveBeenCalledWith(labels[1])
})

it('is read-only for people who may not edit labels', async () => {
  const panel = await open(null)
  expect(panel.getByText('Sale')).toBeTruthy()
  expect(panel.queryByRole('button')).toBe(null)
})
