import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'

/** The selected schedules. A store of its own, so that a click redraws one card and not three hundred. */
type Selection = {
  readonly subscribe: (listener: () => void) => () => void
  readonly ids: () => ReadonlySet<number>
  readonly toggle: (id: number) => void
  readonly clear: () => void
}

const createSelection = (): Selection => {
  let ids: ReadonlySet<number> = new Set()
  const listeners = new Set<() => void>()
  const change = (next: ReadonlySet<number>) => {
    ids = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ids: () => ids,
    toggle: id => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      change(next)
    },
    clear: () => {
      if (ids.size > 0) change(new Set())
    },
  }
}

const Context = createContext<Selection | null>(null)

/** Holds the selection of one calendar page; another range or page starts without one (docs/product/calendar.md "Selection"). */
export function WithSelection({ range, children }: { range: string; children: ReactNode }) {
  const [selection] = useState(createSelection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range is the reason, not an input
  useEffect(() => selection.clear(), [selection, range])
  return <Context value={selection}>{children}</Context>
}

export const useSelection = (): Selection => {
  const selection = useContext(Context)
  if (selection === null) throw new Error('Outside of WithSelection')
  return selection
}

export const useIsSelected = (id: number): boolean => {
  const { subscribe, ids } = useSelection()
  return useSyncExternalStore(subscribe, () => ids().has(id))
}

export const useSelectedIds = (): ReadonlySet<number> => {
  const { subscribe, ids } = useSelection()
  return useSyncExternalStore(subscribe, ids)
}
