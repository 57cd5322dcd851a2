import type { ContentRow } from '#domain/content/contract.ts'
import { CONTENT_ROWS_MAX } from '#domain/content/views.ts'

/** How many rows are remembered: some megabytes. */
const ROWS_MAX = 4000

/** A post of the list with the revision that the list names; null: any will do. */
export type WantedRow = { readonly id: number; readonly revision: number | null }

/**
 * The rows that have been read, by post id. A store of its own, so that rows that arrive redraw themselves and not the list: it has to keep
 * up with a wheel.
 */
export type RowStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly get: (id: number) => ContentRow | undefined
  readonly put: (rows: readonly ContentRow[]) => void
  /** Reads what is missing or outdated of these rows, the latest call first; what an earlier call still wanted is given up. */
  readonly want: (rows: readonly WantedRow[]) => void
  /** Reads these rows and resolves when they are here. */
  readonly load: (ids: readonly number[]) => Promise<void>
  /** Whether the last attempt to read rows failed. */
  readonly hasFailed: () => boolean
}

/** The rows that are remembered, and who is notified when some of them change. */
const createRowCache = () => {
  const rows = new Map<number, ContentRow>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const put = (added: readonly ContentRow[]) => {
    for (const row of added) {
      // Answers may overtake one another.
      if ((rows.get(row.id)?.revision ?? 0) > row.revision) continue
      rows.delete(row.id)
      rows.set(row.id, row)
    }
    for (const id of rows.keys()) {
      if (rows.size <= ROWS_MAX) break
      rows.delete(id)
    }
    tell()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { get: (id: number) => rows.get(id), put, tell, subscribe }
}

export const createRowStore = (read: (ids: readonly number[]) => Promise<ContentRow[]>): RowStore => {
  const { get, put, tell, subscribe } = createRowCache()
  let wanted: readonly WantedRow[] = []
  let isReading = false
  let failed = false
  const isNeeded = ({ id, revision }: WantedRow) => {
    const row = get(id)
    return row === undefined || (revision !== null && row.revision < revision)
  }
  const readWanted = async () => {
    if (isReading) return
    isReading = true
    for (;;) {
      const ids = wanted.filter(isNeeded).map(({ id }) => id)
      if (ids.length === 0) break
      const chunk = ids.slice(0, CONTENT_ROWS_MAX)
      try {
        const rows = await read(chunk)
        failed = false
        put(rows)
      } catch {
        // Shown by the list, which offers to try again.
        failed = true
        wanted = []
        tell()
      }
      // What was not answered is gone, and the next list says so.
      wanted = wanted.filter(({ id }) => !chunk.includes(id))
    }
    isReading = false
  }
  const load = async (ids: readonly number[]) => {
    const missing = ids.filter(id => get(id) === undefined)
    for (let start = 0; start < missing.length; start += CONTENT_ROWS_MAX)
      put(await read(missing.slice(start, start + CONTENT_ROWS_MAX)))
  }
  const want = (list: readonly WantedRow[]) => {
    wanted = list
    void readWanted()
  }
  return { subscribe, get, put, want, load, hasFailed: () => failed }
}
