import { Button, Skeleton, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useGetInstagramGrid, useListPosts } from '../api.ts'
import { type GridEntry, gridEntries, gridSize, shownEntries } from './grid-entries.ts'
import classes from './instagram-grid.module.css'

type Props = {
  readonly projectId: number
  readonly timezone: string
  /** The shown post: marked, and always among the nine. */
  readonly currentPostId: number | null
}

/** How the account's page will look: scheduled posts among the published ones, newest first. */
export function InstagramGrid({ projectId, timezone, currentPostId }: Props) {
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
          This post appears here once it has a schedule.
        </Text>
      )}
      {entries.length === 0 ? (
        <Empty
          title="No posts in the grid yet"
          text="Scheduled posts and posts already on Instagram appear here."
        />
      ) : (
        <ul className={classes.grid}>
          {entries.map(entry => (
            <Cell
              key={entry.key}
              entry={entry}
              timezone={timezone}
              isCurrent={entry.postId === currentPostId}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type CellProps = { readonly entry: GridEntry; readonly timezone: string; readonly isCurrent: boolean }

/** An image with a tooltip that opens on hover, focus or tap. */
function Cell({ entry, timezone, isCurrent }: CellProps) {
  const { picture, message, status, date } = entry
  return (
    <li className={classes.item}>
      <button type="button" className={classes.cell} data-current={isCurrent}>
        {picture === null ? (
          <span className={classes.none}>
            <IconPhoto size={24} aria-hidden />
            <span className={classes.message}>{message}</span>
          </span>
        ) : (
          <img className={classes.picture} src={picture} alt="" loading="lazy" />
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
