import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import { filterEntries, shownLabels } from '#domain/calendar/filters.ts'
import { eachDay } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import { Loading } from '#web/ui/states.tsx'
import { usePreload } from '#web/ui/use-preload.ts'
import type { CalendarData } from './api.ts'
import { type CalendarActions, useCalendarActions } from './calendar-actions.tsx'
import classes from './calendar-board.module.css'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { linkOfEntry } from './cards/card-link.ts'
import { EmptyNote } from './empty-note.tsx'
import { BoardProvider, type LabelEditing } from './grid/board.tsx'
import { useDayLabels } from './grid/day-labels.tsx'
import { useCardOverlays } from './overlays.ts'
import {
  allowedOf,
  approvalBlock,
  type BulkContext,
  deletionBlock,
  scheduleBlock,
} from './selection/bulk-rules.ts'
import { useSelectedEntries, useSelection } from './selection/selection.tsx'
import { filterSearch, periodOf, rangeOf, useViewNavigation, type ViewState } from './view-state.ts'

// The grid is the heaviest part of the page, and a phone never needs it.
const days = { grid: () => import('./grid/calendar-grid.tsx'), list: () => import('./grid/day-list.tsx') }
const CalendarGrid = lazy(() => days.grid().then(module => ({ default: module.CalendarGrid })))
const DayList = lazy(() => days.list().then(module => ({ default: module.DayList })))

/** Preloads the grid or the list, whichever fits the screen, while the posts are loading. */
export const preloadDays = (isPhone: boolean): void => {
  // Without a connection the calendar itself says so.
  void (isPhone ? days.list() : days.grid()).catch(() => undefined)
}

// What opens on a click is loaded when the person first stirs.
const parts = {
  filters: () => import('./filter-panel.tsx'),
  menu: () => import('./cards/card-menu.tsx'),
  preview: () => import('./cards/preview-popup.tsx'),
  selection: () => import('./selection/selected-bar.tsx'),
}
const FilterPanel = lazy(() => parts.filters().then(module => ({ default: module.FilterPanel })))
const CardMenu = lazy(() => parts.menu().then(module => ({ default: module.CardMenu })))
const PreviewPopup = lazy(() => parts.preview().then(module => ({ default: module.PreviewPopup })))
const SelectedBar = lazy(() => parts.selection().then(module => ({ default: module.SelectedBar })))
const inAdvance = Object.values(parts)

type Props = {
  readonly projectId: number
  readonly data: CalendarData
  readonly state: ViewState
  readonly context: BulkContext
  readonly timezone: string
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
  const { projectId, data, state, context, timezone, today, isPhone, isPlanning, onCreate } = props
  const role = context.actor.role ?? 'external-approver'
  const go = useViewNavigation()
  usePreload(inAdvance)
  const { entries, shown, labels, takenDays } = useShownEntries(data, state, timezone, role)
  const overlays = useCardOverlays(state.hasPreviews && !isPhone)
  const selection = useSelection()
  const { selected, elsewhere } = useSelectedEntries(shown, rangeOf(state))
  const actions = useCalendarActions({ projectId, timezone, today, onDone: selection.clear })
  const period = periodOf(state)
  const isTodayShown = period.start <= today && today <= period.end
  const dayLabels = useDayLabels(
    projectId,
    isPlanning && can(context.actor, 'label.edit'),
    isTodayShown ? today : period.start,
  )
  const board = useBoardOf(props, shown, overlays, dayLabels.editing)
  const isMovable = useCallback(
    (entry: CalendarEntry) => isPlanning && scheduleBlock(entry, context) === null,
    [isPlanning, context],
  )
  // Dragging a selected card moves the whole selection (docs/product/calendar.md "Drag and drop").
  const onMove = (entry: CalendarEntry, to: LocalDate) =>
    actions.moveTo(
      selected.some(({ item }) => item.id === entry.item.id)
        ? allowedOf(selected, context, scheduleBlock).allowed
        : [entry],
      to,
    )
  const isShownInPeriod = ({ date }: CalendarEntry) => period.start <= date && date <= period.end
  return (
    <BoardProvider value={board}>
      <EmptyNote
        isEmpty={!shown.some(isShownInPeriod)}
        isFilteredOut={entries.some(isShownInPeriod)}
        state={state}
        isPlanning={isPlanning}
        onClear={() => go(filterSearch({ status: [], social_network: [], social_post_type: [], label: [] }))}
        onCreate={onCreate && (() => onCreate(period.start < today ? today : period.start))}
      />
      <div className={classes.board}>
        <div className={classes.days}>
          <Suspense
            fallback={
              <Loading>
                <CalendarSkeleton view={state.view} isPhone={isPhone} />
              </Loading>
            }
          >
            {isPhone ? (
              <DayList period={period} date={state.date} entries={shown} labels={labels} />
            ) : (
              <CalendarGrid
                state={state}
                entries={shown}
                labels={labels}
                takenDays={takenDays}
                isMovable={isMovable}
                onMove={onMove}
              />
            )}
          </Suspense>
        </div>
        <Suspense fallback={null}>
          {props.isFiltering && (
            <FilterPanel
              filter={state.filter}
              role={role}
              labels={data.day_labels}
              isPhone={isPhone}
              onChange={filter => go(filterSearch(filter), { replace: true })}
              onClose={props.onCloseFilters}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {isPlanning && selected.length > 0 && (
          <SelectedBar
            selected={selected}
            elsewhere={elsewhere}
            shown={shown.filter(isShownInPeriod)}
            context={context}
            actions={actions}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {overlays.menu && (
          <CardMenu
            at={overlays.menu.at}
            onClose={overlays.closeMenu}
            open={() => overlays.menu && board.open(overlays.menu.entry)}
            {...menuActions(overlays.menu.entry, context, actions)}
          />
        )}
        {overlays.preview && <PreviewPopup {...overlays.preview} />}
      </Suspense>
      {actions.dialogs}
      {dayLabels.dialog}
    </BoardProvider>
  )
}

const menuActions = (entry: CalendarEntry, context: BulkContext, actions: CalendarActions) => ({
  move: { blockedBy: scheduleBlock(entry, context), run: () => actions.askDate(entry) },
  schedule: { blockedBy: scheduleBlock(entry, context), run: () => actions.askSchedule([entry]) },
  approval: { blockedBy: approvalBlock(entry, context), run: () => actions.sendToApproval([entry]) },
  remove: { blockedBy: deletionBlock(entry, context), run: () => void actions.remove([entry]) },
})

/** The posts that pass the filter, computed again only if data or filter change. */
const useShownEntries = (
  data: CalendarData,
  { filter, hasLabels }: ViewState,
  timezone: string,
  role: Parameters<typeof filterEntries>[3],
) => {
  const filterText = JSON.stringify(filter)
  return useMemo(() => {
    const applied: typeof filter = JSON.parse(filterText)
    const entries = entriesOf(data.post_schedules, timezone)
    const days = data.day_labels.flatMap(({ start_at, end_at }) => eachDay({ start: start_at, end: end_at }))
    return {
      entries,
      shown: filterEntries(entries, applied, data.day_labels, role),
      labels: hasLabels ? shownLabels(data.day_labels, applied) : [],
      takenDays: new Set([...entries.map(({ date }) => date), ...days]),
    }
  }, [data, filterText, hasLabels, timezone, role])
}

const useBoardOf = (
  props: Props,
  shown: readonly CalendarEntry[],
  overlays: ReturnType<typeof useCardOverlays>,
  labels: LabelEditing | null,
) => {
  const { projectId, state, context, timezone, today, isPlanning, onCreate } = props
  const navigate = useNavigate()
  const { role } = context.actor
  const { toggle, extendTo } = useSelection()
  // A reference, so that new data does not redraw every card.
  const order = useRef(shown)
  useEffect(() => {
    order.current = shown
  }, [shown])
  const { openMenu, showPreview, hidePreview } = overlays
  return useMemo(() => {
    const linkOf = (entry: CalendarEntry) => linkOfEntry(entry, { projectId, isPlanning, role })
    return {
      timezone,
      today,
      now: context.now,
      hasPreviews: state.hasPreviews,
      isPlanning,
      mayCreate: onCreate !== null,
      linkOf,
      open: (entry: CalendarEntry) => void navigate(linkOf(entry)),
      select: (entry: CalendarEntry, isRange: boolean) =>
        isRange ? extendTo(entry, order.current) : toggle(entry),
      openMenu,
      showPreview,
      hidePreview,
      create: (date: LocalDate) => onCreate?.(date),
      labels,
    }
  }, [
    projectId,
    isPlanning,
    role,
    timezone,
    today,
    context.now,
    state.hasPreviews,
    onCreate,
    labels,
    toggle,
    extendTo,
    navigate,
    openMenu,
    showPreview,
    hidePreview,
  ])
}
