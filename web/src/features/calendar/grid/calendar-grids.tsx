import { useState } from 'react'
import { KeptProvider } from '#web/features/calendar/grid-state/board.tsx'
import { useListedShortcuts } from '#web/ui/shortcuts.tsx'
import { CalendarGrid, type GridProps, periodKey } from './calendar-grid.tsx'
import { cardKeys } from './grid-keys.tsx'

/**
 * The grid, and hidden beside it the month that was shown before: a person who goes back to it sees it at once, with what has changed
 * since drawn into it. Without it every card of a long month is drawn and laid out anew (decision 74).
 */
export function CalendarGrids(props: GridProps) {
  const [{ shown, kept }, setGrids] = useState<{ shown: GridProps; kept: GridProps | null }>({
    shown: props,
    kept: null,
  })
  useListedShortcuts(cardKeys)
  // While rendering, so that nothing is painted in between.
  if (shown !== props) {
    const isOther = periodKey(shown) !== periodKey(props)
    const mayKeep = shown.view === 'month' && props.view === 'month'
    setGrids({ shown: props, kept: isOther ? (mayKeep ? shown : null) : kept })
  }
  const grids = kept ? [shown, kept] : [shown]
  // In one order, whichever is shown: moved in the page, all of it would be laid out anew.
  return grids
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(grid => (
      <KeptProvider key={periodKey(grid)} value={grid !== shown}>
        <CalendarGrid {...grid} />
      </KeptProvider>
    ))
}
