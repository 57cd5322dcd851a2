import { useState } from 'react'
import { parseJson } from '#domain/kernel/json.ts'
import { useMe } from './me.ts'
import { draftPrefix } from './session.ts'

const readStored = (key: string): unknown => parseJson(sessionStorage.getItem(key) ?? '') ?? null

/** Under which key a draft of this person is kept. */
export const draftKey = (personId: number, name: string): string => `${draftPrefix}${personId}-${name}`

/** The `read` of a draft that is a text. */
export const readText = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null)

/** A full storage keeps nothing; the form works without. */
const store = (key: string, value: string): void => {
  try {
    sessionStorage.setItem(key, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    sessionStorage.removeItem(key)
  }
}

/** `useDraft` for a person who is known, such as that of an approval link. `key`: null for ordinary state. */
export function usePersonDraft<T>(
  key: string | null,
  begin: () => T,
  read: (stored: unknown) => T | null,
): readonly [T, (value: T) => void, () => void] {
  const [value, setValue] = useState(() => (key === null ? null : read(readStored(key))) ?? begin())
  const set = (next: T) => {
    if (key !== null) store(key, JSON.stringify(next))
    setValue(next)
  }
  const drop = () => {
    if (key !== null) sessionStorage.removeItem(key)
  }
  return [value, set, drop]
}

/** Whether a draft with one of these names was kept when the component appeared. */
export const useHasDraft = (...names: readonly string[]): boolean => {
  const { id } = useMe()
  return useState(() => names.some(name => sessionStorage.getItem(draftKey(id, name)) !== null))[0]
}

/**
 * State that is kept in this tab under a name: it survives a reload, a way back and an expired session, but not a sign-out.
 * Only the same person gets it back. `read` checks that the component understands what was stored.
 * Without a name it is ordinary state. `drop` deletes what is stored, once it is sent or discarded.
 * @example const [rows, setRows, drop] = useDraft('invite-3', () => [], stored => isRows(stored) ? stored : null)
 */
export function useDraft<T>(
  name: string | undefined,
  begin: () => T,
  read: (stored: unknown) => T | null,
): readonly [T, (value: T) => void, () => void] {
  const { id } = useMe()
  return usePersonDraft(name === undefined ? null : draftKey(id, name), begin, read)
}
