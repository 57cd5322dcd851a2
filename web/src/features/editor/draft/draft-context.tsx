import { createContext, type ReactNode, useContext, useRef, useSyncExternalStore } from 'react'
import type { Entry } from './draft-entries.ts'
import type { DraftState, DraftStore } from './draft-store.ts'

const Context = createContext<DraftStore | null>(null)

/** Gives the drafts of a post to the parts of its page. */
export function DraftProvider({ store, children }: { store: DraftStore; children: ReactNode }) {
  return <Context value={store}>{children}</Context>
}

/** The drafts of the post, to change them or to read what is true now. */
export const useDrafts = (): DraftStore => {
  const store = useContext(Context)
  if (store === null) throw new Error('A part of the editor is outside its DraftProvider')
  return store
}

type Equality<T> = (a: T, b: T) => boolean

/** Part of the drafts' state. The component renders again only when that part is no longer the same. */
export const useDraftState = <T,>(select: (state: DraftState) => T, isSame: Equality<T> = Object.is): T => {
  const store = useDrafts()
  const last = useRef<{ readonly value: T } | null>(null)
  return useSyncExternalStore(store.subscribe, () => {
    const value = select(store.getState())
    if (last.current !== null && isSame(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  })
}

/** The same for one version of the post. */
export const useEntry = <T,>(id: number, select: (entry: Entry) => T, isSame?: Equality<T>): T =>
  useDraftState(({ entries }) => {
    const entry = entries.get(id)
    if (entry === undefined) throw new Error(`There is no draft of version ${id}`)
    return select(entry)
  }, isSame)

/** Whether two lists hold the same things in the same order. */
export const sameList = <T,>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
