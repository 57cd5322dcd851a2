import { Alert, Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react'
import { filterSearch } from '#domain/calendar/filter-search.ts'
import { filterCount, noFilter } from '#domain/calendar/filters.ts'
import type { ContentRow } from '#domain/content/contract.ts'
import { CONTENT_MAX, type ContentSpan } from '#domain/content/views.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { UNSAVED_DAYS } from '#domain/posts/status.ts'
import { useWayBack } from '#web/features/calendar/grid-state/way-back.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { Empty, Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { usePreload } from '#web/ui/use-preload.ts'
import { useListContent, useListContentRows } from './api.ts'
import { addressOf } from './content-row.tsx'
import classes from './content-screen.module.css'
import {
  type ContentSearch,
  nextSort,
  readContentState,
  useContentNavigation,
  viewSearch,
} from './content-search.ts'
import { ContentTable } from './content-table.tsx'
import { ContentToolbar } from './content-toolbar.tsx'
import { useRowSelection } from './use-row-selection.ts'

// What opens on a click is loaded when the person first stirs.
const parts = {
  filters: () => import('./content-filters.tsx'),
  actions: () => import('./row-actions.tsx'),
}
const ContentFilters = lazy(() => parts.filters().then(module => ({ default: module.ContentFilters })))
const FilterChips = lazy(() => import('./filter-chips.tsx').then(module => ({ default: module.FilterChips })))
const RowActions = lazy(() => parts.actions().then(module => ({ default: module.RowActions })))
const inAdvance = Object.values(parts)

type Props = {
  readonly search: ContentSearch
  /** Opens a saved view: an address of this page. */
  readonly onOpenView: (search: string) => void
}

/** All posts of a project as a list (docs/product/content-list.md "Columns"). */
export function ContentScreen(props: Props) {
  const projectId = useProjectId()
  const mayBrowse = useMay(projectId)('content.browse')
  return mayBrowse ? <Content key={projectId} {...props} /> : <NotPermitted />
}

function Content({ search, onOpenView }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const now = useNow(60_000)
  const today = dayOf(now, timezone)
  const state = readContentState(search, today)
  useWayBack(projectId, 'content', search)
  const store = useListContentRows(projectId)
  const content = useListContent(projectId, state)
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isFiltering, setFiltering] = useState(false)
  const [menu, setMenu] = useState<{ readonly id: number; readonly at: HTMLElement } | null>(null)
  const selection = useRowSelection(content.data, store)
  const { selected } = selection
  // Once needed it stays: a dialog outlives the menu that opened it.
  const [hasActed, setActed] = useState(false)
  if (!hasActed && (menu !== null || selected.size > 0)) setActed(true)
  const go = useContentNavigation()
  const open = useOpenPost(projectId, store.get)
  usePreload(inAdvance)
  const list = content.data
  return (
    <div className={classes.screen} data-selecting={selected.size > 0 || undefined}>
      <ContentToolbar
        state={state}
        search={viewSearch(search)}
        count={list?.ids.length ?? null}
        today={today}
        isPhone={isPhone}
        isFiltering={isFiltering}
        onFilters={() => setFiltering(!isFiltering)}
        onOpenView={onOpenView}
      />
      <Suspense fallback={null}>
        {filterCount(state.filter) > 0 && (
          <FilterChips
            filter={state.filter}
            onChange={filter => go(filterSearch(filter), { replace: true })}
          />
        )}
      </Suspense>
      <Notices
        isComplete={list?.is_complete ?? true}
        hasFailed={useSyncExternalStore(store.subscribe, store.hasFailed)}
        onRetry={() => void content.refetch()}
      />
      <div className={classes.board}>
        <div className={classes.list} aria-busy={content.isPlaceholderData || undefined}>
          {content.error && !list && (
            <Failed message={messageOf(content.error)} onRetry={() => void content.refetch()} />
          )}
          {!content.error && !list && (
            <Loading>
              <ContentSkeleton isPhone={isPhone} />
            </Loading>
          )}
          {list && list.ids.length === 0 && (
            <Nothing
              isFiltered={filterCount(state.filter) > 0 || state.q !== undefined}
              span={state.span}
              onClear={() => go({ ...filterSearch(noFilter), q: undefined }, { replace: true })}
              onAll={() => go({ span: 'all' })}
            />
          )}
          {list && list.ids.length > 0 && (
            <ContentTable
              list={list}
              store={store}
              state={state}
              today={today}
              isPhone={isPhone}
              onSort={by => go(nextSort(state, by), { replace: true })}
              selected={selected}
              onToggleAll={isWanted => (isWanted ? selection.selectAll() : selection.clear())}
              onToggle={selection.toggle}
              onOpen={open}
              onMenu={(id, at) => setMenu({ id, at })}
            />
          )}
        </div>
        <Suspense fallback={null}>
          {isFiltering && (
            <ContentFilters
              filter={state.filter}
              isPhone={isPhone}
              onChange={filter => go(filterSearch(filter), { replace: true })}
              onClose={() => setFiltering(false)}
            />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {hasActed && (
          <RowActions
            today={today}
            now={now}
            store={store}
            searched={state.q}
            menu={menu}
            selected={selected}
            others={Math.min(list?.ids.length ?? 0, SELECTED_MAX) - selected.size}
            onCloseMenu={() => setMenu(null)}
            onOpen={open}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Opens the editor of a post; a modified click is left to the link. */
const useOpenPost = (projectId: number, rowOf: (id: number) => ContentRow | undefined) => {
  const navigate = useNavigate()
  return (id: number, event?: MouseEvent | KeyboardEvent) => {
    const row = rowOf(id)
    if (!row) return
    if (event && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      if (!(event.target as HTMLElement).closest('a')) window.open(addressOf(projectId, row), '_blank')
      return
    }
    event?.preventDefault()
    const social = row.post_socials[0]?.social_network ?? 'facebook'
    void navigate({
      to: '/$projectId/manage-post/$social',
      params: { projectId, social },
      search: { postId: id },
    })
  }
}

type NoticesProps = {
  readonly isComplete: boolean
  readonly hasFailed: boolean
  readonly onRetry: () => void
}

function Notices({ isComplete, hasFailed, onRetry }: NoticesProps): ReactNode {
  return (
    <>
      {!isComplete && (
        <Alert color="yellow" variant="light">
          These are the first {CONTENT_MAX.toLocaleString('en')} posts. Choose days or filters to see the
          others.
        </Alert>
      )}
      {hasFailed && (
        <Alert color="red" variant="light" role="alert">
          Some posts could not be loaded.{' '}
          <Button variant="default" size="compact-xs" onClick={onRetry}>
            Try again
          </Button>
        </Alert>
      )}
    </>
  )
}

const emptyTexts: Readonly<Record<Exclude<ContentSpan, 'all'>, readonly [title: string, text: string]>> = {
  days: ['No posts on these days', 'Nothing is scheduled on these days, and nothing waits for a schedule.'],
  upcoming: ['Nothing is scheduled from today on', 'Posts appear here once they have a time.'],
  unscheduled: ['Every post has a schedule', 'Drafts without a schedule appear here.'],
  unsaved: [
    'Nothing of yours is unsaved',
    `A post that you leave without saving it is kept here for ${UNSAVED_DAYS} days. Only you see it.`,
  ],
}

type NothingProps = {
  readonly isFiltered: boolean
  readonly span: ContentSpan
  readonly onClear: () => void
  readonly onAll: () => void
}

function Nothing({ isFiltered, span, onClear, onAll }: NothingProps) {
  if (isFiltered)
    return (
      <Empty
        title="No posts match"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      />
    )
  if (span === 'all')
    return <Empty title="There are no posts yet" text="Posts appear here as soon as they are saved." />
  const [title, text] = emptyTexts[span]
  return (
    <Empty
      title={title}
      text={text}
      action={
        <Button variant="default" onClick={onAll}>
          Show all posts
        </Button>
      }
    />
  )
}

const waiting = Array.from({ length: 10 }, (_, index) => index)

/** The shape of the list that is being read. */
function ContentSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div className={classes.skeleton}>
      {waiting.map(index => (
        <Skeleton key={index} height={isPhone ? 108 : 35} />
      ))}
    </div>
  )
}
