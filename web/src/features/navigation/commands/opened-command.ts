import { useSyncExternalStore } from 'react'
import { keepEarlyKeys, takeEarlyKeys } from '#web/ui/early-keys.ts'

/** Which part of the command center is open: one at a time, opened from anywhere. */
type Opened = 'palette' | 'sheet' | 'creation' | null
let opened: Opened = null
const listeners = new Set<() => void>()
const open = (what: Opened) => {
  if (what !== 'palette') takeEarlyKeys()
  else if (opened !== 'palette') keepEarlyKeys(closeCommand)
  opened = what
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openPalette = () => open('palette')
export const openShortcutSheet = () => open('sheet')
export const openCreation = () => open('creation')
export const closeCommand = () => open(null)

export const useOpenedCommand = (): Opened => useSyncExternalStore(subscribe, () => opened)
