import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { DayRange } from '#domain/kernel/days.ts'

type Entries = ReadonlyMap<number, CalendarEntry>

/**
 * The selected posts, by their schedules' ids, as they were when they were selected. A store of its own, so that a click redraws one card
 * and not three hundred.
 */
type Selection = {
  readonly subscribe: (listener: () => void) => () => void
  readonly entries: () => Entries
  readonly toggle: (entry: CalendarEntry) => void
  /** Selects everything from the card that was toggled last up to this one, in the order of `shown`. */
  readonly extendTo: (entry: CalendarEntry, shown: readonly CalendarEntry[]) => void
  readonly add: (entries: readonly CalendarEntry[]) => void
  readonly clear: () => void
}

export const createSelection = (): Selection => {
  let entries: Entries = new Map()
  let lastToggled: number | null = null
  const listeners = new Set<() => void>()
  const change = (next: Entries) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const toggle = (entry: CalendarEntry) => {
    const next = new Map(entries)
    if (!next.delete(entry.item.id)) next.set(entry.item.id, entry)
    lastToggled = entry.item.id
    change(next)
  }
  const add = (added: readonly CalendarEntry[]) =>
    change(new Map([...entries, ...added.map(entry => [entry.item.id, entry] as const)]))
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    entries: () => entries,
    toggle,
    extendTo: (entry, shown) => {
      const [from, to] = [lastToggled, entry.item.id].map(id => shown.findIndex(({ item }) => item.id === id))
      if (from === undefined || to === undefined || from < 0 || to < 0) return toggle(entry)
      add(shown.slice(Math.min(from, to), Math.max(from, to) + 1))
    },
    add,
    clear: () => {
      lastToggled = null
      if (entries.size > 0) change(new Map())
    },
  }
}

const Context = createContext<Selection | null>(null)

/**
 * Holds the selection of one project's calendar. It survives a change of the month, so that posts of several months can be moved together;
 * leaving the page ends it (docs/product/calendar.md "Selection").
 */
export function WithSelection({ children }: { children: ReactNode }) {
  const [selection] = useState(createSelection)
  return <Context value={selection}>{children}</Context>
}

export const useSelection = (): Selection => {
  const selection = useContext(Context)
  if (selection === null) throw new Error('Outside of WithSelection')
  return selection
}

export const useIsSelected = (id: number): boolean => {
  const { subscribe, entries } = useSelection()
  return useSyncExternalStore(subscribe, () => entries().has(id))
}

export const useIsAnythingSelected = (): boolean => {
  const { subscribe, entries } = useSelection()
  return useSyncExternalStore(subscribe, () => entries().size > 0)
}

export type SelectedEntries = { readonly selected: readonly CalendarEntry[]; readonly elsewhere: number }

/**
 * The selected posts: those of the loaded range as they are now, without what was deleted or filtered out, and those of other months as
 * they were when they were selected.
 */
export const selectedOf = (
  chosen: Entries,
  shown: readonly CalendarEntry[],
  { start, end }: DayRange,
): SelectedEntries => {
  const here = chosen.size === 0 ? [] : shown.filter(({ item }) => chosen.has(item.id))
  const hereIds = new Set(here.map(({ item }) => item.id))
  const elsewhere = [...chosen.values()].filter(
    ({ item, date }) => !hereIds.has(item.id) && (date < start || date > end),
  )
  return { selected: [...here, ...elsewhere], elsewhere: elsewhere.length }
}

/** The selected posts, for a component that is drawn again whenever they change. */
export const useSelectedEntries = (
  shown: readonly CalendarEntry[],
  { start, end }: DayRange,
): SelectedEntries => {
  const { subscribe, entries } = useSelection()
  const chosen = useSyncExternalStore(subscribe, entries)
  return useMemo(() => selectedOf(chosen, shown, { start, end }), [chosen, shown, start, end])
}
