import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { cardStateOf, isLateAt } from '#domain/calendar/card-state.ts'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import { filterSearch } from '#domain/calendar/filter-search.ts'
import { type CalendarFilter, filterEntries, noFilter, shownLabels } from '#domain/calendar/filters.ts'
import { eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import { useKnownCampaigns } from '#web/features/campaigns/known-campaigns.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { usePausedUntil } from '#web/platform/use-paused-until.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePreload } from '#web/ui/use-preload.ts'
import type { CalendarData } from './api.ts'
import classes from './calendar-board.module.css'
import { CardArea } from './cards/card-area.tsx'
import { linkOfEntry } from './cards/card-link.ts'
import { EmptyNote } from './empty-note.tsx'
import { CalendarGrids } from './grid/calendar-grids.tsx'
import { useDayLabels } from './grid/day-labels.tsx'
import { type DaysOfEntries, groupByDay } from './grid/days.ts'
import { type Board, BoardProvider, type LabelEditing, type Moves } from './grid-state/board.tsx'
import { selectedOf, useSelectedEntries, useSelection } from './grid-state/selection.tsx'
import {
  periodOf,
  rangeOf,
  useDayToggle,
  useViewNavigation,
  type ViewState,
} from './grid-state/view-state.ts'
import { useCardOverlays } from './overlays.ts'
import {
  allowedOf,
  approvalBlock,
  type BulkContext,
  copyBlock,
  deletionBlock,
  dragBlock,
  scheduleBlock,
} from './selection/bulk-rules.ts'
import { type CalendarActions, useCalendarActions, usePreloadDialogs } from './selection/calendar-actions.tsx'
import { loadUnscheduledDrawer, UnscheduledButton } from './unscheduled/unscheduled-button.tsx'

// What opens on a click is loaded when the person first stirs.
const parts = {
  filters: () => import('./filter-panel.tsx'),
  menu: () => import('./cards/card-menu.tsx'),
  preview: () => import('./cards/preview-popup.tsx'),
  selection: () => import('./selection/selected-bar.tsx'),
  unscheduled: loadUnscheduledDrawer,
}
/** Only phones need it, and begin with it while they wait for the posts. */
export const loadDayList = () => import('./grid/day-list.tsx')
const DayList = lazy(() => loadDayList().then(module => ({ default: module.DayList })))
const FilterPanel = lazy(() => parts.filters().then(module => ({ default: module.FilterPanel })))
const CardMenu = lazy(() => parts.menu().then(module => ({ default: module.CardMenu })))
const PreviewPopup = lazy(() => parts.preview().then(module => ({ default: module.PreviewPopup })))
const SelectedBar = lazy(() => parts.selection().then(module => ({ default: module.SelectedBar })))
const inAdvance = Object.values(parts)

type Props = {
  readonly data: CalendarData
  readonly state: ViewState
  readonly context: BulkContext
  readonly today: LocalDate
  readonly isPhone: boolean
  readonly isPlanning: boolean
  readonly isFiltering: boolean
  readonly onCloseFilters: () => void
  /** Null: the person may not create posts. */
  readonly onCreate: ((date: LocalDate) => void) | null
}

/** The posts of a range, as a grid or a list, with what can be done to them. */
export function CalendarBoard(props: Props) {
  const timezone = useTimezone()
  const { data, state, context, today, isPhone, isPlanning, onCreate } = props
  const role = context.actor.role ?? 'external-approver'
  const go = useViewNavigation()
  const changeFilter = useCallback(
    (filter: CalendarFilter) => go(filterSearch(filter), { replace: true }),
    [go],
  )
  usePreload(inAdvance)
  const { entries, currentOf, shown, byId, days, takenDays } = useShownEntries(data, state, context, timezone)
  const labels = useShownLabels(data, state)
  const overlays = useCardOverlays(!isPhone && (state.hasPreviews || state.view === 'month'))
  usePreloadDialogs({ isNear: overlays.menu !== null })
  const selection = useSelection()
  const actions = useCalendarActions({
    today,
    context,
    currentOf,
    onDone: selection.clear,
  })
  const period = periodOf(state)
  const isTodayShown = period.start <= today && today <= period.end
  const dayLabels = useDayLabels(
    isPlanning && can(context.actor, 'label.edit'),
    isTodayShown ? today : period.start,
  )
  const board = useBoardOf(props, dayLabels.editing)
  const navigate = useNavigate()
  const open = (entry: CalendarEntry) => void navigate(board.linkOf(entry))
  const isShownInPeriod = ({ date }: CalendarEntry) => period.start <= date && date <= period.end
  const moves = useMoves(props, shown, actions)
  return (
    <BoardProvider value={board}>
      <EmptyNote
        isEmpty={!shown.some(isShownInPeriod)}
        isFilteredOut={entries.some(isShownInPeriod)}
        state={state}
        isPlanning={isPlanning}
        onClear={() => go({ ...filterSearch(noFilter), only: undefined })}
        onCreate={onCreate && (() => onCreate(period.start < today ? today : period.start))}
      />
      <div className={classes.board}>
        <CardArea
          className={classes.days}
          entries={shown}
          byId={byId}
          isPlanning={isPlanning}
          open={open}
          openMenu={overlays.openMenu}
          showPreview={overlays.showPreview}
          hidePreview={overlays.hidePreview}
        >
          {isPhone ? (
            <Suspense fallback={null}>
              <DayList
                start={period.start}
                end={period.end}
                date={state.date}
                days={days}
                labels={labels}
                openDays={state.openDays}
              />
            </Suspense>
          ) : (
            <CalendarGrids
              date={state.date}
              view={state.view}
              days={days}
              byId={byId}
              labels={labels}
              takenDays={takenDays}
              moves={moves}
              openDays={state.openDays}
            />
          )}
        </CardArea>
        <Suspense fallback={null}>
          {props.isFiltering && (
            <FilterPanel
              filter={state.filter}
              role={role}
              labels={data.day_labels}
              isPhone={isPhone}
              onChange={changeFilter}
              onClose={props.onCloseFilters}
            />
          )}
        </Suspense>
        {isPlanning && can(context.actor, 'post.schedule') && (
          <UnscheduledButton today={today} isPhone={isPhone} />
        )}
      </div>
      {isPlanning && <Selected {...props} entries={shown} actions={actions} />}
      <Suspense fallback={null}>
        {overlays.menu && (
          <CardMenu
            at={overlays.menu.at}
            onClose={overlays.closeMenu}
            open={() => overlays.menu && open(overlays.menu.entry)}
            {...menuActions(overlays.menu.entry, context, actions)}
          />
        )}
        {overlays.preview && <PreviewPopup {...overlays.preview} isLarge={state.hasPreviews} />}
      </Suspense>
      {actions.dialogs}
      {dayLabels.dialog}
    </BoardProvider>
  )
}

type SelectedProps = Pick<Props, 'state' | 'context'> & {
  readonly entries: readonly CalendarEntry[]
  readonly actions: CalendarActions
}

/** The bar for the selection. A component of its own, so that a click on a checkbox does not draw the board again. */
function Selected({ state, context, entries, actions }: SelectedProps) {
  const { selected, elsewhere } = useSelectedEntries(entries, rangeOf(state))
  const period = periodOf(state)
  return (
    <Suspense fallback={null}>
      {selected.length > 0 && (
        <SelectedBar
          selected={selected}
          elsewhere={elsewhere}
          shown={entries.filter(({ date }) => period.start <= date && date <= period.end)}
          context={context}
          actions={actions}
        />
      )}
    </Suspense>
  )
}

const menuActions = (entry: CalendarEntry, context: BulkContext, actions: CalendarActions) => ({
  move: { blockedBy: scheduleBlock(entry, context), run: () => actions.askDate(entry) },
  schedule: { blockedBy: scheduleBlock(entry, context), run: () => actions.askSchedule([entry]) },
  unschedule: actions.offerUnschedule(entry),
  approval: { blockedBy: approvalBlock(entry, context), run: () => actions.sendToApproval([entry]) },
  duplicate: { blockedBy: copyBlock(context), run: () => actions.duplicate([entry]) },
  clone: { blockedBy: copyBlock(context), run: () => actions.clone(entry) },
  repeat: {
    blockedBy: copyBlock(context),
    run: () => actions.repeat({ postId: entry.item.post_id, date: entry.date }),
  },
  remove: { blockedBy: deletionBlock(entry, context), run: () => void actions.remove([entry]) },
})

/** The entries of items that have not changed are the same on every visit, so that their cards are not drawn again. */
const knownEntries = new Map<string, WeakMap<CalendarData['post_schedules'][number], CalendarEntry>>()

const knownIn = (timezone: string) => {
  const known = knownEntries.get(timezone) ?? new WeakMap()
  knownEntries.set(timezone, known)
  return known
}

/** The posts that pass the filter, computed again only if data or filter change. */
const useShownEntries = (
  { post_schedules: items, day_labels: labels }: CalendarData,
  { filter, cardState }: ViewState,
  { actor, now }: BulkContext,
  timezone: string,
) => {
  const role = actor.role ?? 'external-approver'
  // Minutes that pass change nothing that is shown while all states are.
  const stateAt = cardState && now
  // The box that was checked is drawn first, then the posts.
  const filterText = useDeferredValue(JSON.stringify(filter))
  const entries = useMemo(() => entriesOf(items, timezone, knownIn(timezone)), [items, timezone])
  const shown = useMemo(
    () =>
      filterEntries(entries, JSON.parse(filterText), labels, role).filter(
        entry =>
          stateAt === undefined || cardStateOf(entry, isLateAt(entry.item.post, stateAt)) === cardState,
      ),
    [entries, filterText, labels, role, cardState, stateAt],
  )
  const byId = useMemo(() => new Map(shown.map(entry => [String(entry.item.id), entry])), [shown])
  const takenDays = useMemo(() => {
    const labelled = labels.flatMap(({ start_at, end_at }) => eachDay({ start: start_at, end: end_at }))
    return new Set([...entries.map(({ date }) => date), ...labelled])
  }, [entries, labels])
  const lastDays = useRef<DaysOfEntries>(new Map())
  const days = useMemo(() => groupByDay(shown, lastDays.current), [shown])
  useEffect(() => {
    // Of every month so far: one that is returned to keeps its lists.
    lastDays.current = new Map([...lastDays.current, ...days])
  }, [days])
  const all = useMemo(() => new Map(entries.map(entry => [entry.item.id, entry])), [entries])
  const currentOf = (entry: CalendarEntry) => all.get(entry.item.id) ?? entry
  return { entries, currentOf, shown, byId, takenDays, days }
}

const useShownLabels = ({ day_labels }: CalendarData, { filter, hasLabels }: ViewState) => {
  const chosen = JSON.stringify(filter.label)
  return useMemo(
    () => (hasLabels ? shownLabels(day_labels, { ...noFilter, label: JSON.parse(chosen) }) : []),
    [day_labels, hasLabels, chosen],
  )
}

/** What dragging and the move mode ask. The functions keep their identity, so that the minutes that pass do not draw the grid again. */
const useMoves = (
  { state, context, isPlanning, today }: Props,
  shown: readonly CalendarEntry[],
  actions: CalendarActions,
) => {
  const selection = useSelection()
  const liftBlock = (entry: CalendarEntry, isDrag: boolean) =>
    isDrag ? dragBlock(entry, context, today) : scheduleBlock(entry, context)
  // Dragging a selected card moves the whole selection (docs/product/calendar.md "Drag and drop").
  const movedWith = (entry: CalendarEntry) => {
    const { selected } = selectedOf(selection.entries(), shown, rangeOf(state))
    const isSelected = selected.some(({ item }) => item.id === entry.item.id)
    return isSelected ? allowedOf(selected, context, scheduleBlock).allowed : [entry]
  }
  const moves: Moves = {
    liftBlock,
    countWith: entry => movedWith(entry).length,
    dropBlock: (entry, to) => (entry.date === to ? null : actions.blockOn(movedWith(entry), to)),
    onMove: (entry, to) => actions.moveTo(movedWith(entry), to),
    onUnschedule: entry => void actions.unschedule(movedWith(entry)),
    onRefused: toast.info,
  }
  const latest = useRef(moves)
  useEffect(() => {
    latest.current = moves
  })
  const [stable] = useState(
    (): Moves => ({
      liftBlock: (entry, isDrag) => latest.current.liftBlock(entry, isDrag),
      countWith: entry => latest.current.countWith(entry),
      dropBlock: (entry, to) => latest.current.dropBlock(entry, to),
      onMove: (entry, to) => latest.current.onMove(entry, to),
      onUnschedule: entry => latest.current.onUnschedule(entry),
      onRefused: reason => latest.current.onRefused(reason),
    }),
  )
  return isPlanning ? stable : null
}

const useBoardOf = ({ context, today, isPlanning, onCreate }: Props, labels: LabelEditing | null): Board => {
  const projectId = useProjectId()
  const campaigns = useKnownCampaigns(projectId)
  const { role } = context.actor
  const toggleDay = useDayToggle()
  const pausedUntil = usePausedUntil()
  return useMemo(
    () => ({
      toggleDay,
      today,
      isPlanning,
      pausedUntil,
      labels,
      campaigns,
      mayCreate: onCreate !== null,
      linkOf: entry => linkOfEntry(entry, { projectId, isPlanning, role }),
      create: date => onCreate?.(date),
    }),
    [projectId, isPlanning, pausedUntil, role, today, onCreate, labels, campaigns, toggleDay],
  )
}
