import { Button, Skeleton } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { dayOf, isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { useActor, useGetProject } from '#web/features/projects/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { EarlyKeys } from '#web/ui/dialog/early-keys.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import { Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { usePreload } from '#web/ui/use-preload.ts'
import { getCalendarQuery, useGetCalendar } from './api.ts'
import { CalendarBoard, loadDayList } from './calendar-board.tsx'
import classes from './calendar-screen.module.css'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { WithSelection } from './grid-state/selection.tsx'
import { type CalendarSearch, rangeOf, readViewState } from './grid-state/view-state.ts'
import { useWayBack } from './grid-state/way-back.ts'
import { useBulkContext } from './selection/use-bulk-context.ts'
import { useNeighbours } from './use-neighbours.ts'

const cells = Array.from({ length: 35 }, (_, index) => index)

/** The shape of what is loading: a grid of days, or on a phone a list. */
function CalendarSkeleton({ view, isPhone }: { view: 'month' | 'week'; isPhone: boolean }) {
  if (isPhone)
    return (
      <div className={classes.list}>
        {cells.slice(0, 5).map(index => (
          <Skeleton key={index} height={120} />
        ))}
      </div>
    )
  return (
    <div className={classes.grid} data-view={view}>
      {cells.slice(0, view === 'week' ? 7 : 35).map(index => (
        <div key={index} className={classes.cell}>
          <Skeleton height={16} width={20} />
          {index % 3 !== 1 && <Skeleton height={42} />}
          {index % 2 === 0 && <Skeleton height={42} />}
        </div>
      ))}
    </div>
  )
}

const loadCreatePost = () => import('#web/features/posts/create-post-modal.tsx')
const CreatePostModal = lazy(() => loadCreatePost().then(module => ({ default: module.CreatePostModal })))
const inAdvance = [loadCreatePost]
/** Drawn after the cards, which nobody waits for. */
const StateCounts = lazy(() => import('./state-counts.tsx').then(module => ({ default: module.StateCounts })))

type Props = {
  readonly search: CalendarSearch
  /** `approval`: for approvers, without creating, moving or selecting (docs/product/calendar.md "Approval calendar"). */
  readonly mode: 'planning' | 'approval'
}

/** The calendar of a project: toolbar, states, and a grid or a list to fit the screen. */
export function CalendarScreen({ search, mode }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const actor = useActor(projectId)
  const project = useGetProject(projectId)
  const client = useQueryClient()
  const now = useNow(60_000)
  const today = dayOf(now, timezone)
  const state = readViewState(search, today)
  const range = rangeOf(state)
  const calendar = useGetCalendar(projectId, range)
  useNeighbours(projectId, state, calendar.data !== undefined)
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const context = useBulkContext(actor, project.data?.settings ?? noSettings, now)
  const [isFiltering, setFiltering] = useState(false)
  const [closeFilters] = useState(() => () => setFiltering(false))
  const [creation, setCreation] = useState<{ readonly date: LocalDate | null } | null>(null)
  const createOn = useCallback((date: LocalDate | null) => setCreation({ date }), [])
  const closeCreation = useCallback(() => setCreation(null), [])
  useEffect(() => {
    if (isPhone) void loadDayList()
  }, [isPhone])
  useStoredRange(range.start, range.end)
  useWayBack(projectId, 'calendar', search)
  usePreload(inAdvance)
  const toolbar = useElementSize()
  const isPlanning = mode === 'planning'
  const mayCreate = isPlanning && can(actor, 'post.create')

  return (
    <WithSelection key={projectId}>
      <div className={classes.screen} style={{ '--toolbar-height': `${toolbar.height}px` } as CSSProperties}>
        {isPlanning && (
          <HeaderSlot>
            {/* On a phone the page menu's link to the list is enough. */}
            {can(actor, 'post.moveToApprovalList') && !isPhone && <PendingLink />}
            {mayCreate && (
              <CreateButton isPhone={isPhone} day={dayAhead(search.date, today)} onCreate={createOn} />
            )}
          </HeaderSlot>
        )}
        <CalendarToolbar
          ref={toolbar.ref}
          state={state}
          today={today}
          isPhone={isPhone}
          isFiltering={isFiltering}
          onFilters={() => setFiltering(!isFiltering)}
          onPrepare={date =>
            void client.prefetchQuery(getCalendarQuery(projectId, rangeOf({ ...state, date })))
          }
        >
          <Suspense fallback={null}>
            {calendar.data && (
              <StateCounts
                data={calendar.data}
                state={state}
                role={actor.role ?? 'external-approver'}
                now={now}
              />
            )}
          </Suspense>
        </CalendarToolbar>
        <CalendarState
          error={calendar.data ? null : calendar.error}
          isLoading={calendar.data === undefined}
          onRetry={() => void calendar.refetch()}
          skeleton={<CalendarSkeleton view={state.view} isPhone={isPhone} />}
        >
          {calendar.data && (
            <CalendarBoard
              data={calendar.data}
              state={state}
              context={context}
              today={today}
              isPhone={isPhone}
              isPlanning={isPlanning}
              isFiltering={isFiltering}
              onCloseFilters={closeFilters}
              onCreate={mayCreate ? createOn : null}
            />
          )}
        </CalendarState>
        {mayCreate && (
          <CreateShortcut today={today} onPress={day => createOn(day ?? dayAhead(search.date, today))} />
        )}
        <Suspense fallback={<EarlyKeys onEscape={closeCreation} />}>
          {creation !== null && calendar.data && (
            <CreatePostModal
              date={creation.date}
              socials={calendar.data.project.socials}
              onClose={closeCreation}
            />
          )}
        </Suspense>
      </div>
    </WithSelection>
  )
}

/** On the focused day of the grid, if it is not past; else on the day that the button would take. */
function CreateShortcut({ today, onPress }: { today: LocalDate; onPress: (day: LocalDate | null) => void }) {
  useShortcut({ keys: 'c', label: 'Create content on the focused day', group: 'Calendar' }, () => {
    const day = document.activeElement?.closest<HTMLElement>('[data-date]')?.dataset.date
    onPress(day !== undefined && day >= today ? day : null)
  })
  return null
}

/** The day in the address if it is in the future; null: the first one that has a time. */
const dayAhead = (date: string | undefined, today: LocalDate): LocalDate | null =>
  date !== undefined && isLocalDate(date) && date > today ? date : null

const PendingLink = memo(function PendingLink() {
  const projectId = useProjectId()
  return (
    <LinkButton
      to="/$projectId/approval"
      params={{ projectId }}
      variant="default"
      size="sm"
      className={classes.pending}
      leftSection={<IconChecks size={16} aria-hidden />}
    >
      {/* Fixed wording (docs/product/calendar.md "Texts"). */}
      Pending to approve
    </LinkButton>
  )
})

type CreateProps = {
  readonly isPhone: boolean
  readonly day: LocalDate | null
  readonly onCreate: (day: LocalDate | null) => void
}

const CreateButton = memo(function CreateButton({ isPhone, day, onCreate }: CreateProps) {
  const onClick = () => onCreate(day)
  if (isPhone)
    // Fixed wording (docs/product/calendar.md "Texts").
    return (
      <IconButton label="Create content" variant="filled" color="green" size={44} onClick={onClick}>
        <IconPlus size={20} aria-hidden />
      </IconButton>
    )
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      Create content
    </Button>
  )
})

type StateProps = {
  readonly error: Error | null
  readonly isLoading: boolean
  readonly onRetry: () => void
  readonly skeleton: ReactNode
  readonly children: ReactNode
}

function CalendarState({ error, isLoading, onRetry, skeleton, children }: StateProps) {
  if (error instanceof ApiError && error.status === 403) return <NotPermitted text={messageOf(error)} />
  if (error) return <Failed message={messageOf(error)} onRetry={onRetry} />
  if (isLoading) return <Loading>{skeleton}</Loading>
  return children
}

const noSettings: readonly Setting[] = []

/** The range is also kept in local storage, under `startEndDates` (docs/product/calendar.md "Reading a range"). */
const useStoredRange = (start: string, end: string) => {
  useEffect(() => {
    try {
      localStorage.setItem('startEndDates', JSON.stringify({ start, end }))
    } catch (error) {
      // If the browser cannot store it (private mode, full), the calendar works all the same.
      if (!(error instanceof DOMException)) throw error
    }
  }, [start, end])
}
