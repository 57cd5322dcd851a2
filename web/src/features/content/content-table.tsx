// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, its cells never
// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table cannot be placed by their number
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ContentSort } from '#domain/content/views.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import type { ContentList } from './api.ts'
import { ContentTableRow } from './content-row.tsx'
import { type ContentColumn, type ContentState, columnNames, sortOf } from './content-search.ts'
import classes from './content-table.module.css'
import type { RowStore } from './row-store.ts'

/** Of a row, in pixels, as in the style sheet. */
const rowHeight = { wide: 36, phone: 116 }
/** Rows beyond the screen that are drawn, and that are read, on each side. */
const drawnAround = 8
const readAround = 40

type Props = {
  readonly list: ContentList
  readonly store: RowStore
  readonly state: ContentState
  readonly onSort: (by: ContentSort) => void
  readonly today: LocalDate
  readonly isPhone: boolean
  readonly selected: ReadonlySet<number>
  /** Selects all posts, or none. */
  readonly onToggleAll: (isWanted: boolean) => void
  readonly onToggle: (id: number, index: number, isRange: boolean) => void
  readonly onOpen: (id: number, event: MouseEvent | KeyboardEvent) => void
  readonly onMenu: (id: number, at: HTMLElement) => void
}

/** The posts as a table of which only the rows in sight exist (decision 51); on a phone each row is a card. */
export function ContentTable(props: Props) {
  const { list, store, state, isPhone, selected } = props
  const { columns } = state
  const body = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const last = list.ids.length - 1
  const active = Math.min(current, last)
  const margin = useOffsetTop(body)
  // The row with the focus stays, wherever one scrolls.
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(active, 0)])].sort((a, b) => a - b),
    [active],
  )
  const height = rowHeight[isPhone ? 'phone' : 'wide']
  const rows = useWindowVirtualizer({
    count: list.ids.length,
    estimateSize: () => height,
    overscan: drawnAround,
    scrollMargin: margin,
    scrollPaddingStart: 112,
    scrollPaddingEnd: 80,
    rangeExtractor,
    useFlushSync: false,
  })
  const items = rows.getVirtualItems()
  useRowsInSight(props, rows.range)
  const measure = rows.measure
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights change with the layout only
  useEffect(measure, [height])
  const focus = useFocusOnRow(body)
  const go = (index: number) => {
    const next = Math.max(0, Math.min(last, index))
    setCurrent(next)
    rows.scrollToIndex(next, { align: 'auto' })
    focus(next)
  }
  const inSight = Math.max(1, (rows.range?.endIndex ?? 1) - (rows.range?.startIndex ?? 0) - 2)
  const focused = () => document.activeElement?.closest<HTMLElement>('[role=row][data-index]')
  useShortcut({ keys: 'j', label: 'Next post', group: 'Content' }, () => go(focused() ? active + 1 : active))
  useShortcut({ keys: 'k', label: 'Previous post', group: 'Content' }, () => go(active - 1))
  useShortcut({ keys: 'x', label: 'Select the post', group: 'Content' }, () => {
    const id = list.ids[active]
    if (focused() && id !== undefined) props.onToggle(id, active, false)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target as HTMLElement
    if (row.role !== 'row' || event.ctrlKey || event.metaKey || event.altKey) return
    const index = Number(row.dataset.index)
    const to = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + inSight,
      PageUp: index - inSight,
      Home: 0,
      End: last,
    }[event.key]
    const id = list.ids[index]
    if (to !== undefined) go(to)
    else if (id !== undefined && event.key === ' ') props.onToggle(id, index, event.shiftKey)
    else if (id !== undefined && event.key === 'Enter') props.onOpen(id, event)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[role=row]')
    const index = Number(row?.dataset.index)
    const id = list.ids[index]
    if (!row || id === undefined || store.get(id) === undefined) return
    setCurrent(index)
    const button = target.closest('button')
    if (button) props.onMenu(id, button)
    else if (target.closest(`.${classes.select}`)) props.onToggle(id, index, event.shiftKey)
    else props.onOpen(id, event)
  }
  const named = columns.join()
  return (
    <div
      role="grid"
      aria-label="Content"
      aria-rowcount={list.ids.length + 1}
      aria-multiselectable
      className={classes.table}
      data-columns={named}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" tabIndex={-1} aria-rowindex={1} className={classes.headRow}>
          <span role="columnheader" className={classes.select}>
            <span className={classes.unseen}>Selection</span>
            {!isPhone && (
              <SelectAll
                selected={selected.size}
                all={Math.min(list.ids.length, SELECTED_MAX)}
                onToggle={props.onToggleAll}
              />
            )}
          </span>
          {/* Fixed wording (docs/product/content-list.md "Columns"). */}
          <span role="columnheader" className={classes.content}>
            Content information
          </span>
          {columns.map(column => (
            <ColumnHead key={column} column={column} state={state} onSort={props.onSort} />
          ))}
          <span role="columnheader" className={classes.menuCell}>
            <span className={classes.unseen}>Actions</span>
          </span>
        </div>
      </div>
      <div ref={body} role="rowgroup" className={classes.body} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const id = list.ids[index]
          return (
            id !== undefined && (
              <ContentTableRow
                key={id}
                store={store}
                id={id}
                index={index}
                top={start - margin}
                columns={named}
                today={props.today}
                isSelected={selected.has(id)}
                isCurrent={index === active}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

type HeadProps = Pick<Props, 'state' | 'onSort'> & { readonly column: ContentColumn }

/** A heading, which sorts by its column: up, down, and back. */
function ColumnHead({ column, state, onSort }: HeadProps) {
  const by = sortOf(column)
  const isSorted = by !== null && state.sort === by
  const sorted = state.direction === 'desc' ? 'descending' : 'ascending'
  return (
    <span
      role="columnheader"
      data-column={column}
      aria-sort={isSorted ? sorted : undefined}
      className={classes.cell}
    >
      {by === null ? (
        columnNames[column]
      ) : (
        <button type="button" className={classes.sort} onClick={() => onSort(by)}>
          {columnNames[column]}
        </button>
      )}
    </span>
  )
}

type SelectAllProps = {
  readonly selected: number
  /** How many can be selected. */
  readonly all: number
  readonly onToggle: (isWanted: boolean) => void
}

/** The box in the head: on a phone the bar of the selected posts offers the same. */
function SelectAll({ selected, all, onToggle }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null)
  const isPart = selected > 0 && selected < all
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all"
      checked={selected > 0 && !isPart}
      onChange={event => onToggle(event.currentTarget.checked)}
    />
  )
}

/** Has the rows in and around sight read; while one scrolls fast only those where it ends. */
const useRowsInSight = ({ list, store }: Props, range: { startIndex: number; endIndex: number } | null) => {
  const start = Math.max(0, (range?.startIndex ?? 0) - readAround)
  const end = (range?.endIndex ?? 0) + readAround
  useEffect(() => {
    const timer = setTimeout(
      () =>
        store.want(
          list.ids
            .slice(start, end)
            .map((id, place) => ({ id, revision: list.revisions[start + place] ?? null })),
        ),
      60,
    )
    return () => clearTimeout(timer)
  }, [list, store, start, end])
}

/** Where the list begins in the page, in pixels; filters and notices above it may change that. */
const useOffsetTop = (ref: { readonly current: HTMLElement | null }): number => {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setOffset(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return offset
}

/** Moves the focus to a row as soon as it exists. */
const useFocusOnRow = (ref: { readonly current: HTMLElement | null }) => {
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    if (wanted.current === null) return
    const row = ref.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  return (index: number) => {
    wanted.current = index
    // A row that is there takes it at once: where the current one stays the same, nothing is drawn again.
    focusWanted()
  }
}
