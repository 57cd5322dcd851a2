import { useRef, useState } from 'react'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ContentList } from './api.ts'
import type { RowStore } from './row-store.ts'

/**
 * The selected posts of the list, by id. It outlives a change of the filter as far as its posts are still listed
 * (docs/product/content-list.md "Selection").
 */
export const useRowSelection = (list: ContentList | undefined, store: RowStore) => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const lastToggled = useRef<number | null>(null)
  const listed = list ? new Set(chosen.size > 0 ? list.ids : []) : null
  const selected = listed ? new Set([...chosen].filter(id => listed.has(id))) : chosen
  const loadAndChoose = async (ids: readonly number[]) => {
    const wanted = ids.slice(0, SELECTED_MAX)
    try {
      await store.load(wanted)
    } catch {
      return toast.error('Some posts could not be loaded. Please try again.')
    }
    setChosen(new Set(wanted))
  }
  const toggle = (id: number, index: number, isRange: boolean) => {
    const from = isRange && lastToggled.current !== null ? (list?.ids.indexOf(lastToggled.current) ?? -1) : -1
    lastToggled.current = id
    if (from >= 0 && list) {
      const between = list.ids.slice(Math.min(from, index), Math.max(from, index) + 1)
      return void loadAndChoose([...new Set([...selected, ...between])])
    }
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    if (next.size > SELECTED_MAX) return toast.info(`At most ${SELECTED_MAX} posts can be selected.`)
    setChosen(next)
  }
  return {
    selected,
    toggle,
    selectAll: () => {
      const ids = list?.ids ?? []
      if (ids.length > SELECTED_MAX)
        toast.info(`The first ${SELECTED_MAX} of ${ids.length.toLocaleString('en')} posts are selected.`)
      void loadAndChoose(ids)
    },
    clear: () => {
      lastToggled.current = null
      setChosen(new Set())
    },
  }
}
