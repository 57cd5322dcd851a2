// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, its cells never
// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table cannot be placed by their number

import { IconClockExclamation } from '@tabler/icons-react'
import { lazy, memo, Suspense } from 'react'
import type { ContentRow } from '#domain/content/contract.ts'
import { isEmptyText, writtenText } from '#domain/kernel/text.ts'
import { dayOf, type LocalDate, localOf, readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formatLastUpdate, formatLocal, formats } from '#domain/kernel/time-format.ts'
import { isStory, type PostType } from '#domain/networks/model.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import { isPartlyPublished, publishSummary } from '#domain/posts/publish-results.ts'
import { badgeStatus, isNeverSaved } from '#domain/posts/status.ts'
import { isPaused } from '#domain/projects/paused-until.ts'
import { unsavedUntil } from '#web/features/posts/unsaved-posts-api.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { usePausedUntil } from '#web/platform/use-paused-until.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PausedMark } from '#web/ui/badge/paused-mark.tsx'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import { badgeOf, StatusBadge, toneVar } from '#web/ui/badge/status-badge.tsx'
import { useRow } from './api.ts'
import type { ContentColumn } from './content-search.ts'
import classes from './content-table.module.css'
import type { RowStore } from './row-store.ts'

// The column is shown to those who have added it.
const CampaignCell = lazy(async () => ({ default: (await import('./campaign-cell.tsx')).CampaignCell }))

type Props = {
  readonly store: RowStore
  readonly id: number
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  /** Comma-separated, so that rows are drawn again only when they change. */
  readonly columns: string
  readonly today: LocalDate
  readonly isSelected: boolean
  /** All rows share one Tab stop; the arrow keys move between them. */
  readonly isCurrent: boolean
}

/** The text of a row: the first message, or what the post is if it has none. */
export const textOf = ({ message, type }: Pick<ContentRow, 'message' | 'type'>): string =>
  // Fixed wording (docs/product/posts.md "Texts").
  writtenText(message) || (isStory(type) ? postTypeNames[type] : 'Empty message')

/** The address of a post's editor. */
export const addressOf = (projectId: number, row: ContentRow): string =>
  `/${projectId}/manage-post/${row.post_socials[0]?.social_network ?? 'facebook'}?postId=${row.id}`

/** A post of the list. Plain elements without listeners, as the list around them listens; drawn again only when its row changes. */
export const ContentTableRow = memo(function ContentTableRow(props: Props) {
  const { store, id, index, top, columns, isSelected, isCurrent } = props
  const row = useRow(store, id)
  const tone = row && badgeOf(badgeStatus(row.post_socials.map(({ status }) => status))).tone
  const tabIndex = isCurrent ? 0 : -1
  return (
    <div
      role="row"
      tabIndex={tabIndex}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined || undefined}
      data-index={index}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        className={classes.select}
        style={tone && { borderLeftColor: toneVar(tone, 'line') }}
      >
        <input
          type="checkbox"
          aria-label={row ? `Select: ${textOf(row).slice(0, 60)}` : 'Select'}
          checked={isSelected}
          disabled={row === undefined}
          readOnly
          tabIndex={tabIndex}
        />
      </div>
      {row ? <Cells {...props} row={row} tabIndex={tabIndex} /> : <Waiting columns={columns} />}
    </div>
  )
})

/** Whose picture is a still of a film. */
const films: readonly PostType[] = ['single_video', 'multi_video', 'video_story']

const columnsIn = (columns: string) => columns.split(',').filter(Boolean) as ContentColumn[]

/** The shape of a row that is being read. */
function Waiting({ columns }: { columns: string }) {
  return (
    <>
      <div role="gridcell" className={classes.content} data-waiting>
        <i className={classes.cover} />
        <i className={classes.line} />
      </div>
      {columnsIn(columns).map(column => (
        <div key={column} role="gridcell" data-column={column} data-waiting className={classes.cell}>
          <i className={classes.line} />
        </div>
      ))}
      <div role="gridcell" className={classes.menuCell} />
    </>
  )
}

type CellsProps = Pick<Props, 'columns' | 'today'> & {
  readonly row: ContentRow
  readonly tabIndex: number
}

function Cells({ row, columns, today, tabIndex }: CellsProps) {
  const projectId = useProjectId()
  const text = textOf(row)
  return (
    <>
      <div role="gridcell" className={classes.content}>
        <span className={classes.cover} data-film={films.includes(row.type) || undefined} aria-hidden>
          {row.preview === null ? (
            <PostTypeIcon type={row.type} size={18} />
          ) : (
            <img src={row.preview} alt="" decoding="async" draggable={false} />
          )}
        </span>
        <span className={classes.networks}>
          {row.post_socials.map(({ id, social_network }) => (
            <NetworkBadge key={id} network={social_network} size={16} />
          ))}
        </span>
        <a
          href={addressOf(projectId, row)}
          className={classes.message}
          data-empty={isEmptyText(row.message) || undefined}
          tabIndex={tabIndex}
          draggable={false}
        >
          {text}
        </a>
      </div>
      {columnsIn(columns).map(column => (
        <div key={column} role="gridcell" data-column={column} className={classes.cell}>
          <Cell column={column} row={row} today={today} />
        </div>
      ))}
      <div role="gridcell" className={classes.menuCell}>
        <button
          type="button"
          className={classes.menu}
          aria-label={`Actions: ${text.slice(0, 60)}`}
          aria-haspopup="menu"
          tabIndex={tabIndex}
        />
      </div>
    </>
  )
}

type CellProps = {
  readonly column: ContentColumn
  readonly row: ContentRow
  readonly today: LocalDate
}

function Cell({ column, row, today }: CellProps) {
  const timezone = useTimezone()
  if (column === 'status') return <Status row={row} />
  if (column === 'date') return <PublishDate row={row} />
  if (column === 'type') return postTypeNames[row.type]
  if (column === 'author') return row.author
  if (column === 'waiting') return row.waiting_for.join(', ')
  if (column === 'campaign')
    return (
      row.campaign_id !== undefined && (
        <Suspense fallback={null}>
          <CampaignCell id={row.campaign_id} />
        </Suspense>
      )
    )
  if (column === 'deadline') return <Deadline row={row} />
  return formatLastUpdate(dayOf(new Date(row.updated_at), timezone), today)
}

function Deadline({ row: { decide_by } }: { row: ContentRow }) {
  const timezone = useTimezone()
  if (decide_by === undefined) return null
  const deadline = readInstant(decide_by)
  const text = formatInstant(deadline, timezone, formats.dayTime)
  const isLate = deadline <= new Date()
  return (
    <span
      data-late={isLate || undefined}
      title={isLate ? `Decision was due by ${text}` : `Decide by ${text}`}
    >
      {text}
    </span>
  )
}

function Status({ row }: { row: ContentRow }) {
  const timezone = useTimezone()
  const until = usePausedUntil()
  const statuses = row.post_socials.map(({ status }) => status)
  const result = isPartlyPublished(statuses) ? publishSummary(statuses).text : null
  return (
    <>
      <StatusBadge versions={row.post_socials} size="xs" {...(result === null ? {} : { title: result })} />
      {isPaused({ schedule: row.latest_schedule, statuses }, until) && <PausedMark />}
      {result !== null && <span className={classes.result}>{result}</span>}
      {isNeverSaved(row) && <span className={classes.kept}>{unsavedUntil(row.updated_at, timezone)}</span>}
      {row.is_overdue && (
        <span className={classes.overdue}>
          <IconClockExclamation size={14} aria-hidden /> Overdue
        </span>
      )}
    </>
  )
}

function PublishDate({ row }: { row: ContentRow }) {
  const timezone = useTimezone()
  const { latest_schedule: schedule, published_at: published } = row
  if (schedule !== null)
    return formatLocal(localOf(readInstant(schedule.datetime), timezone), formats.dayTime)
  if (published !== null) return formatInstant(readInstant(published), timezone, formats.dayTime)
  // Fixed wording (docs/product/content-list.md "Columns").
  return <span className={classes.absent}>schedule is absent</span>
}
