import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { useIsAnythingSelected, useSelection } from '#web/features/calendar/grid-state/selection.tsx'
import { useAfterPaint } from '#web/ui/after-paint.ts'

type Props = {
  /** The posts in sight, in their order, and by the id that their cards bear. */
  readonly entries: readonly CalendarEntry[]
  readonly byId: ReadonlyMap<string, CalendarEntry>
  /** Planning: cards can be selected and have a menu. */
  readonly isPlanning: boolean
  readonly className: string | undefined
  readonly open: (entry: CalendarEntry) => void
  readonly openMenu: (entry: CalendarEntry, at: HTMLElement) => void
  readonly showPreview: (entry: CalendarEntry, at: HTMLElement) => void
  readonly hidePreview: () => void
  readonly children: ReactNode
}

const cardAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null

/** Listens for all cards in it, so that a card has no listeners of its own. */
export function CardArea(props: Props) {
  const { isPlanning, className, children } = props
  const area = useRef<HTMLDivElement>(null)
  // All cards show their boxes then: first the one that was selected is painted.
  const isSelecting = useAfterPaint(useIsAnythingSelected() && isPlanning)
  useFocusOnReturn(area)
  return (
    <div ref={area} className={className} data-selecting={isSelecting || undefined} {...useCardEvents(props)}>
      {children}
    </div>
  )
}

/** The card that was opened last. */
let opened: string | null = null

/** What stays at the top of the window, in pixels: a card behind it is not in sight. */
const topPx = 160

/** By the browser's own Back the page is where it was; by a link it begins at its top. */
const focusInSight = (card: HTMLElement) => {
  card.focus({ preventScroll: true })
  const { top, bottom } = card.getBoundingClientRect()
  if (top < topPx || bottom > window.innerHeight) card.scrollIntoView({ block: 'center' })
}

/** Puts the focus back on the card that was opened, as soon as it is drawn, unless the person has gone on to something else. */
const useFocusOnReturn = (area: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const id = opened
    opened = null
    const { current: root } = area
    if (id === null || !root) return
    const focus = () => {
      const card = root.querySelector<HTMLElement>(`[data-entry="${id}"]:not([data-kept] *)`)
      if (card && document.activeElement === document.body) focusInSight(card)
      if (document.activeElement !== document.body) watcher.disconnect()
    }
    const watcher = new MutationObserver(focus)
    watcher.observe(root, { childList: true, subtree: true })
    focus()
    return () => watcher.disconnect()
  }, [area])
}

const useCardEvents = (props: Props) => {
  const { entries, byId, isPlanning, openMenu, showPreview, hidePreview } = props
  const selection = useSelection()
  const previewed = useRef<Element | null>(null)
  const entryOf = (card: HTMLElement | null) => byId.get(card?.dataset.entry ?? '')
  const select = (entry: CalendarEntry, isRange: boolean) =>
    isRange ? selection.extendTo(entry, entries) : selection.toggle(entry)
  const open = (entry: CalendarEntry) => {
    opened = String(entry.item.id)
    props.open(entry)
  }
  const previewAt = (card: HTMLElement | null) => {
    if (card === previewed.current) return
    previewed.current = card
    const entry = entryOf(card)
    if (card && entry) showPreview(entry, card)
    else hidePreview()
  }
  const onClick = (event: ReactMouseEvent) => {
    const entry = entryOf(cardAt(event.target))
    const control = event.target instanceof Element ? event.target.closest('a, button, input') : null
    if (!entry || control instanceof HTMLInputElement) return
    if (control instanceof HTMLButtonElement) return openMenu(entry, control)
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey
    // Where nothing can be selected, Ctrl on the link means what it means everywhere: a new tab.
    if (isModified && !isPlanning && control) return
    event.preventDefault()
    // On the text as well, which is the larger part of a card (decision 33). The middle button opens a tab.
    if (isPlanning && isModified) select(entry, event.shiftKey)
    else open(entry)
  }
  const onChange = ({ target, nativeEvent }: SyntheticEvent) => {
    const entry = entryOf(cardAt(target))
    if (entry && target instanceof HTMLInputElement)
      select(entry, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardAt(event.target)
    const entry = entryOf(card)
    if (!card || !entry || event.target !== card) return
    if (event.key === ' ' && isPlanning) select(entry, event.shiftKey)
    else if (event.key === 'Enter' || event.key === ' ') open(entry)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(entry, card)
    else return
    event.preventDefault()
  }
  const onContextMenu = (event: ReactMouseEvent) => {
    const card = cardAt(event.target)
    const entry = entryOf(card)
    if (!isPlanning || !card || !entry) return
    event.preventDefault()
    openMenu(entry, card)
  }
  return {
    onClick,
    onChange,
    onKeyDown,
    onContextMenu,
    onMouseOver: ({ target }: ReactMouseEvent) => previewAt(cardAt(target)),
    onMouseLeave: () => previewAt(null),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches('[data-entry]:focus-visible')) previewAt(cardAt(target))
    },
    onBlur: () => previewAt(null),
  }
}
