import { Button, Title } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Board } from '#domain/publishing/board-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { useGetBoard } from './api.ts'
import classes from './board.module.css'
import { boardDays } from './board-days.ts'
import { BoardFilters } from './board-filters.tsx'
import { BoardLine } from './board-line.tsx'
import type { BoardSearch } from './board-search.ts'
import { ChaseLine } from './chase-line.tsx'

const PreferencesDialog = lazy(() =>
  import('./preferences-dialog.tsx').then(module => ({ default: module.PreferencesDialog })),
)

/** `/board`: whether the planned posts of all clients will go out (docs/product/board.md "The page"). */
export function BoardScreen({ search }: { readonly search: BoardSearch }) {
  const { data, error, refetch } = useGetBoard(search)
  const timezone = browserTimezone() || 'UTC'
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={classes.page}>
      <title>Will it publish? · Galley</title>
      <div className={classes.top}>
        <div>
          <Title order={1} size="h3">
            Will it publish?
          </Title>
          <p className={classes.note}>
            The next 14 days of all your clients. Times are those of {timezone.replaceAll('_', ' ')}.
          </p>
        </div>
        <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
          Daily mail and start page…
        </Button>
        <LinkButton
          className={classes.wallScreen}
          variant="default"
          size="compact-sm"
          to="/board"
          search={{ ...search, wall: true }}
        >
          Wall screen
        </LinkButton>
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <PreferencesDialog timezone={timezone} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <RowsLoading height={44} />}
      {data && (
        <>
          {error && (
            <p role="status" className={classes.note}>
              This may be out of date: Galley cannot be reached. Trying again…
            </p>
          )}
          <ChaseLine revision={data.revision} timezone={timezone} />
          <BoardFilters board={data.board} search={search} />
          <BoardDays
            board={data.board}
            of={data.of}
            isFiltered={Object.values(search).some(Boolean)}
            timezone={timezone}
          />
        </>
      )}
    </div>
  )
}

/** More than a window holds. */
const LINES_FIRST = 30
const LINES_STEP = 60

/**
 * How many lines are drawn: of other filters the first ones at once and the rest behind them, as hundreds take longer than a click may. When the
 * page is opened it is all of them, so that it can be scrolled to where it was left.
 */
const useDrawnLines = (of: string, all: number): number => {
  const [drawn, setDrawn] = useState({ of, lines: Number.POSITIVE_INFINITY })
  const lines = drawn.of === of ? drawn.lines : LINES_FIRST
  useEffect(() => {
    if (lines >= all) return
    const timer = setTimeout(() => setDrawn({ of, lines: lines + LINES_STEP }))
    return () => clearTimeout(timer)
  }, [of, lines, all])
  return lines
}

type DaysProps = {
  readonly board: Board
  readonly of: string
  readonly isFiltered: boolean
  readonly timezone: string
}

function BoardDays({ board, of, isFiltered, timezone }: DaysProps) {
  const now = useNow()
  const drawn = useDrawnLines(of, board.rows.length)
  const clients = new Map(board.clients.map(client => [client.id, client]))
  if (board.rows.length === 0)
    return isFiltered ? (
      <Empty title="Nothing here" text="No planned post fits these filters." />
    ) : (
      <Empty title="Nothing is planned" text="Posts with a schedule in the next 14 days are listed here." />
    )
  return (
    <>
      {boardDays(board.rows.slice(0, drawn), now, timezone).map(day => (
        <section key={day.key} aria-label={day.title}>
          <h2 className={classes.day}>{day.title}</h2>
          {day.parts.map(part => (
            <div key={part.key}>
              {part.title && <h3 className={classes.hour}>{part.title}</h3>}
              <ul className={classes.lines}>
                {part.rows.map(row => {
                  const client = clients.get(row.project_id)
                  const props = { row, now, timezone }
                  return client && <BoardLine key={row.post_social_id} client={client} {...props} />
                })}
              </ul>
            </div>
          ))}
        </section>
      ))}
      {board.has_more && drawn >= board.rows.length && (
        <p role="status" className={classes.note}>
          There are more. Filter to see them.
        </p>
      )}
    </>
  )
}
