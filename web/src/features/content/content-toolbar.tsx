import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconChevronLeft,
  IconChevronRight,
  IconColumns,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { filterCount } from '#domain/calendar/filters.ts'
import { isOtherSpan } from '#domain/content/views.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import { POST_SEARCH_MAX } from '#domain/posts/search-excerpt.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import {
  type ContentState,
  columnsText,
  daysSearch,
  isExportable,
  stepped,
  useContentNavigation,
} from './content-search.ts'
import classes from './content-toolbar.module.css'

const loadDays = () => import('./days-panel.tsx')
const DaysPanel = lazy(() => loadDays().then(module => ({ default: module.DaysPanel })))
const loadColumns = () => import('./columns-panel.tsx')
const ColumnsPanel = lazy(() => loadColumns().then(module => ({ default: module.ColumnsPanel })))
const ExportButton = lazy(() =>
  import('./export-button.tsx').then(module => ({ default: module.ExportButton })),
)
const CreateContent = lazy(() =>
  import('./create-content.tsx').then(module => ({ default: module.CreateContent })),
)
const loadViews = () => import('./views-panel.tsx')
const ViewsPanel = lazy(() => loadViews().then(module => ({ default: module.ViewsPanel })))

const spans = [
  { value: 'days', label: 'Days' },
  { value: 'upcoming', label: 'From today' },
  { value: 'unscheduled', label: 'Unscheduled' },
  { value: 'all', label: 'All' },
  { value: 'unsaved', label: 'Not saved' },
]

type Props = {
  readonly state: ContentState
  /** The query of the address as a saved view keeps it. */
  readonly search: string
  /** How many posts are listed; null while it is not known. */
  readonly count: number | null
  readonly today: LocalDate
  readonly isPhone: boolean
  readonly isFiltering: boolean
  readonly onFilters: () => void
  readonly onOpenView: (search: string) => void
}

/** What the list shows; all of it lives in the address. */
export function ContentToolbar(props: Props) {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const timezone = useTimezone()
  const { state, today, isPhone, isFiltering } = props
  const go = useContentNavigation()
  const columns = usePopup(loadColumns)
  const views = usePopup(loadViews)
  const checked = filterCount(state.filter)
  return (
    <div className={classes.toolbar}>
      <div className={classes.where}>
        <h1 className={classes.title}>Content</h1>
        <SegmentedControl
          size="xs"
          aria-label="Which posts"
          value={state.span}
          data={spans}
          onChange={span => go({ span: isOtherSpan(span) ? span : undefined })}
        />
        {state.span === 'days' && (
          <Days
            days={state.days}
            today={today}
            onDays={days => go(daysSearch(days, today))}
            isPhone={isPhone}
          />
        )}
      </div>
      <p className={classes.note}>
        <output>{props.count !== null && (props.count === 1 ? '1 post' : `${props.count} posts`)}</output>
        {/* Fixed wording (docs/product/calendar.md "Views"). */}
        <span> Times shown are in {timezoneLabel(timezone)} time.</span>
      </p>
      <div className={classes.how}>
        <Search q={state.q} onChange={q => go({ q }, { replace: true })} />
        <Button
          {...views.button}
          variant="default"
          size="xs"
          leftSection={<IconBookmark size={14} aria-hidden />}
          aria-label="Views"
          className={classes.tool}
        >
          <span className={classes.word}>Views</span>
        </Button>
        {!isPhone && may('post.create') && (
          <LinkButton
            to="/$projectId/content/import"
            params={{ projectId }}
            variant="default"
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden />}
          >
            Import
          </LinkButton>
        )}
        {!isPhone && isExportable(state) && (
          <Suspense fallback={<ToolLoading label="Export" />}>
            <ExportButton state={state} />
          </Suspense>
        )}
        {!isPhone && (
          <Button
            {...columns.button}
            variant="default"
            size="xs"
            leftSection={<IconColumns size={14} aria-hidden />}
          >
            Columns
          </Button>
        )}
        <Button
          variant={isFiltering ? 'light' : 'default'}
          size="xs"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          aria-expanded={isFiltering}
          aria-label={checked === 0 ? 'Filters' : `Filters, ${checked} checked`}
          className={classes.tool}
          onClick={props.onFilters}
        >
          <span className={classes.word}>Filters</span>
          {checked > 0 && <span className={classes.checked}>({checked})</span>}
        </Button>
        {!isPhone && (
          <Suspense fallback={<ToolLoading label="Create content" />}>
            <CreateContent />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>
        {columns.panel && (
          <ColumnsPanel
            {...columns.panel}
            columns={state.columns}
            onColumns={chosen => go({ columns: columnsText(chosen) }, { replace: true })}
          />
        )}
        {views.panel && <ViewsPanel {...views.panel} search={props.search} onOpen={props.onOpenView} />}
      </Suspense>
    </div>
  )
}

/** Holds the place of a button, so that those beside it stay where they are. */
function ToolLoading({ label }: { readonly label: string }) {
  return (
    <Button size="xs" disabled leftSection={<IconBookmark size={14} aria-hidden />}>
      {label}
    </Button>
  )
}

/** How long after the last key the list is searched, in milliseconds. */
const SEARCH_DELAY = 300

type SearchProps = { readonly q: string | undefined; readonly onChange: (q: string | undefined) => void }

function Search({ q, onChange }: SearchProps) {
  const [typed, setTyped] = useState(q ?? '')
  const [shown, setShown] = useState(q)
  // The address has changed by other means, as by a saved view or Back.
  if (q !== shown) {
    setShown(q)
    if ((q ?? '') !== typed.trim()) setTyped(q ?? '')
  }
  const send = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), SEARCH_DELAY)
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.search}
      aria-label="Search content"
      placeholder="Search content"
      maxLength={POST_SEARCH_MAX}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}

type DaysProps = {
  readonly days: DayRange
  readonly today: LocalDate
  readonly isPhone: boolean
  readonly onDays: (days: DayRange) => void
}

function Days({ days, today, isPhone, onDays }: DaysProps) {
  const picker = usePopup(loadDays)
  const size = isPhone ? 44 : 30
  return (
    <span className={classes.days}>
      <IconButton label="Earlier days" size={size} onClick={() => onDays(stepped(days, -1))}>
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <Button {...picker.button} variant="default" size="xs">
        {formatDayRange(days.start, days.end)}
      </Button>
      <IconButton label="Later days" size={size} onClick={() => onDays(stepped(days, 1))}>
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {picker.panel && <DaysPanel {...picker.panel} days={days} today={today} onDays={onDays} />}
      </Suspense>
    </span>
  )
}
