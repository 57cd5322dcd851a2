import { Button, Checkbox, SegmentedControl, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronLeft, IconChevronRight, IconShare } from '@tabler/icons-react'
import { lazy, memo, type ReactNode, type Ref, Suspense } from 'react'
import { filterCount } from '#domain/calendar/filters.ts'
import { type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import classes from './calendar-toolbar.module.css'
import { shownGrid } from './grid/shown-grid.ts'
import { periodOf, stepped, titleOf, useViewNavigation, type ViewState } from './grid-state/view-state.ts'

const loadShare = () => import('./share-panel.tsx')
const SharePanel = lazy(() => loadShare().then(module => ({ default: module.SharePanel })))

type Props = {
  readonly ref: Ref<HTMLDivElement>
  readonly state: ViewState
  readonly today: LocalDate
  readonly isPhone: boolean
  readonly isFiltering: boolean
  readonly onFilters: () => void
  /** The pointer or the focus is on a step: its range can be preloaded. */
  readonly onPrepare: (date: LocalDate) => void
  /** The counts, once the posts are there. */
  readonly children: ReactNode
}

/** Controls of the view; all of it lives in the address. */
export function CalendarToolbar(props: Props) {
  const timezone = useTimezone()
  const { state, today, isPhone, isFiltering, onFilters, onPrepare } = props
  const go = useViewNavigation()
  const to = (date: LocalDate) => go({ date: date === today ? undefined : date, open: undefined })
  const toToday = () => {
    const { start, end } = periodOf(state)
    if (start <= today && today <= end) showDay(today)
    // Another range that is opened at its top begins with its day in sight.
    else window.scrollTo({ top: 0, behavior: 'instant' })
    if (state.date !== today) to(today)
  }
  const checked = filterCount(state.filter)
  useShortcut({ keys: 't', label: 'Today', group: 'Calendar' }, toToday)
  useShortcut({ keys: 'p', label: 'Previous month or week', group: 'Calendar' }, () => to(stepped(state, -1)))
  useShortcut({ keys: 'n', label: 'Next month or week', group: 'Calendar' }, () => to(stepped(state, 1)))
  const step = (by: 1 | -1) => {
    const date = stepped(state, by)
    return {
      onClick: () => to(date),
      onMouseEnter: () => onPrepare(date),
      onFocus: () => onPrepare(date),
      label: `${by === 1 ? 'Next' : 'Previous'} ${state.view}`,
    }
  }
  return (
    <div ref={props.ref} className={classes.toolbar}>
      <div className={classes.where}>
        <Button variant="default" size="xs" onClick={toToday}>
          Today
        </Button>
        <span className={classes.steps}>
          <IconButton {...step(-1)} size={isPhone ? 44 : 32}>
            <IconChevronLeft size={18} aria-hidden />
          </IconButton>
          <IconButton {...step(1)} size={isPhone ? 44 : 32}>
            <IconChevronRight size={18} aria-hidden />
          </IconButton>
        </span>
        <div className={classes.head}>
          <h1 className={classes.title}>{titleOf(state)}</h1>
          {/* Fixed wording (docs/product/calendar.md "Views"). */}
          <p className={classes.note}>Times shown are in {timezoneLabel(timezone)} time.</p>
        </div>
      </div>
      <div className={classes.countsPlace}>{props.children}</div>
      <div className={classes.how}>
        <Looks
          hasPreviews={isPhone ? null : state.hasPreviews}
          hasLabels={state.hasLabels}
          view={state.view}
        />
        <Share state={state} />
        <span className={classes.filters}>
          <Button
            variant={isFiltering ? 'light' : 'default'}
            size="xs"
            leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
            aria-expanded={isFiltering}
            aria-label={checked === 0 ? 'Filters' : `Filters, ${checked} checked`}
            onClick={onFilters}
          >
            Filters
          </Button>
          {checked > 0 && (
            <span className={classes.count} aria-hidden>
              {checked}
            </span>
          )}
        </span>
      </div>
    </div>
  )
}

/** Opens what can be passed on of the days on the screen. */
function Share({ state }: Pick<Props, 'state'>) {
  const popup = usePopup(loadShare)
  return (
    <>
      <Button
        {...popup.button}
        variant="default"
        size="xs"
        // A phone's toolbar has no room left.
        visibleFrom="sm"
        leftSection={<IconShare size={14} aria-hidden />}
        aria-label={`Share ${titleOf(state)}`}
      >
        Share
      </Button>
      <Suspense fallback={null}>
        {popup.panel && <SharePanel {...popup.panel} days={periodOf(state)} title={titleOf(state)} />}
      </Suspense>
    </>
  )
}

type LooksProps = Pick<ViewState, 'hasLabels' | 'view'> & {
  /** Null: there are none to choose. */
  readonly hasPreviews: boolean | null
}

/** How the days look. Drawn again only when that changes, and not with every filter. */
const Looks = memo(function Looks({ hasPreviews, hasLabels, view }: LooksProps) {
  const go = useViewNavigation()
  return (
    <>
      {hasPreviews !== null && (
        <Checkbox
          size="xs"
          // Fixed wording (docs/product/calendar.md "Texts").
          label="Show Pop-Up Previews"
          checked={hasPreviews}
          onChange={event =>
            go({ previews: event.currentTarget.checked ? 'on' : undefined }, { replace: true })
          }
        />
      )}
      <Switch
        size="xs"
        label="Labels"
        checked={hasLabels}
        onChange={event => go({ labels: event.currentTarget.checked ? undefined : 'off' }, { replace: true })}
      />
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        data={[
          { value: 'month', label: 'Month' },
          { value: 'week', label: 'Week' },
        ]}
        onChange={next => go({ view: next === 'week' ? 'week' : undefined })}
      />
    </>
  )
})

/** Scrolls to a day that is in the page. */
const showDay = (date: LocalDate): void => {
  const cell = shownGrid()?.querySelector(`[role="cell"][data-date="${date}"]`)
  if (cell) cell.scrollIntoView({ block: 'center' })
  else document.querySelector(`[data-day="${date}"]`)?.scrollIntoView({ block: 'start' })
}
