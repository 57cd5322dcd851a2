import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { GRID_DAYS_AHEAD, useGetInstagramGrid, useListPosts } from '../grid-api.ts'
import { type GridEntry, gridEntries, gridSize, shownEntries } from './grid-entries.ts'
import classes from './instagram-grid.module.css'
import { useGridReorder } from './use-grid-reorder.ts'

type Props = {
  /** The shown post: marked, and always among the nine. */
  readonly currentPostId: number | null
  /** Whether a post's time may be given to another; left out: the grid is only looked at. */
  readonly canSwap?: (entry: GridEntry) => boolean
  readonly onSwap?: (moved: GridEntry, target: GridEntry) => void
}

/** How the account's page will look: scheduled posts among the published ones, newest first. */
export function InstagramGrid({ currentPostId, canSwap, onSwap }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const now = useNow(60_000)
  const own = useListPosts(projectId, timezone, now)
  const imported = useGetInstagramGrid(projectId)
  if (own.error) return <Failed message={messageOf(own.error)} onRetry={() => void own.refetch()} />
  if (!own.data || imported.isPending) return <GridLoading />
  const problem = imported.error ? messageOf(imported.error) : imported.data.error
  const all = gridEntries(own.data, imported.data?.payload ?? [], timezone)
  const entries = shownEntries(all, currentPostId)
  return (
    <section aria-label="Instagram grid">
      {problem !== null && (
        <div className={classes.problem} role="status">
          <Text size="sm">Posts from Instagram are missing: {problem}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void imported.refetch()}>
            Retry
          </Button>
        </div>
      )}
      {currentPostId !== null && entries.every(({ postId }) => postId !== currentPostId) && (
        <Text size="sm" c="dimmed" ta="center" mb="sm">
          This post is not here yet: saved posts with a time in the next {GRID_DAYS_AHEAD} days are.
        </Text>
      )}
      {entries.length === 0 ? (
        <Empty
          title="No posts in the grid yet"
          text="Scheduled posts and posts already on Instagram appear here."
        />
      ) : (
        <Cells
          entries={entries}
          currentPostId={currentPostId}
          movable={canSwap ? entries.filter(canSwap) : []}
          onSwap={(moved, target) => onSwap?.(moved, target)}
        />
      )}
    </section>
  )
}

type CellsProps = {
  readonly entries: readonly GridEntry[]
  readonly currentPostId: number | null
  readonly movable: readonly GridEntry[]
  readonly onSwap: (moved: GridEntry, target: GridEntry) => void
}

/** The squares, of which two planned ones can swap their times. */
function Cells({ entries, currentPostId, movable, onSwap }: CellsProps) {
  const { lifted, over, cellProps } = useGridReorder({ movable, onSwap })
  const target = movable.find(({ key }) => key === over && key !== lifted)
  return (
    <>
      {movable.length > 1 && (
        <Text size="xs" c="dimmed" ta="center" mb="xs">
          Drag a planned post onto another to swap their times. With the keyboard: M, arrows, Enter.
        </Text>
      )}
      <VisuallyHidden role="status">
        {lifted !== null && (target ? `Swap with: ${target.message || 'no text'}. ${target.date}` : 'Moving')}
      </VisuallyHidden>
      <ul className={classes.grid}>
        {entries.map(entry => (
          <Cell
            key={entry.key}
            entry={entry}
            isCurrent={entry.postId === currentPostId}
            moving={cellProps(entry)}
          />
        ))}
      </ul>
    </>
  )
}

type CellProps = {
  readonly entry: GridEntry
  readonly isCurrent: boolean
  readonly moving: ReturnType<ReturnType<typeof useGridReorder>['cellProps']>
}

/** An image with a tooltip that opens on hover, focus or tap. */
function Cell({ entry, isCurrent, moving }: CellProps) {
  const timezone = useTimezone()
  const { picture, message, status, date } = entry
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.cell}
        data-grid-key={entry.key}
        data-current={isCurrent}
        {...moving}
      >
        {picture === null ? (
          <span className={classes.none}>
            <IconPhoto size={24} aria-hidden />
            <span className={classes.message}>{message}</span>
          </span>
        ) : (
          <img className={classes.picture} src={picture} alt="" loading="lazy" draggable={false} />
        )}
        {isCurrent && <span className={classes.mark}>This post</span>}
        <span className={classes.popup}>
          {status !== '' && <span>{status}</span>}
          {date !== '' && <span>{date}</span>}
          <span>{timezoneLabel(timezone)} time</span>
        </span>
      </button>
    </li>
  )
}

function GridLoading() {
  return (
    <Loading>
      <div className={classes.grid}>
        {Array.from({ length: gridSize }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nine places that never move
          <Skeleton key={index} className={classes.item} radius={0} />
        ))}
      </div>
    </Loading>
  )
}
