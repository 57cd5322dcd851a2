import { Kbd } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/** A key combination and what it does, for the sheet of shortcuts. */
export type Shortcut = {
  /** `n`, `?`, `mod+k`, `shift+arrowdown`. `mod` is Ctrl, or Cmd on Apple machines. */
  readonly keys: string
  /** What it does, as the sheet shows it. */
  readonly label: string
  /** A heading of the sheet. */
  readonly group: string
}

let known: readonly Shortcut[] = []
const listeners = new Set<() => void>()
const notify = (next: readonly Shortcut[]) => {
  known = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shortcuts of the current page. */
export const useKnownShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => known)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Whether the key press is this combination. Single keys do nothing while somebody types or a dialog is open. */
export const isPressed = (keys: string, event: KeyboardEvent): boolean => {
  const parts = keys.split('+')
  const key = parts.at(-1)
  const wantsMod = parts.includes('mod')
  if (event.key.toLowerCase() !== key || (event.ctrlKey || event.metaKey) !== wantsMod || event.altKey)
    return false
  if (wantsMod) return true
  // `?` needs Shift on most keyboards: only combinations that name Shift check it.
  if (key.length > 1 && event.shiftKey !== parts.includes('shift')) return false
  return !isTyping(event.target) && document.querySelector('[aria-modal="true"]') === null
}

/** Listens for a key combination while the component is mounted, and lists it in the sheet (`?`). */
export function useShortcut({ keys, label, group }: Shortcut, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPressed(keys, event)) return
    event.preventDefault()
    onPress()
  })
  // In the same phase as the page appears: a person who sees it may press the key.
  useLayoutEffect(() => {
    const shortcut = { keys, label, group }
    notify([...known, shortcut])
    window.addEventListener('keydown', press)
    return () => {
      notify(known.filter(other => other !== shortcut))
      window.removeEventListener('keydown', press)
    }
  }, [keys, label, group])
}

/** Lists keys that a focused element handles itself. `shortcuts` keeps its identity. */
export function useListedShortcuts(shortcuts: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    notify([...known, ...shortcuts])
    return () => notify(known.filter(other => !shortcuts.includes(other)))
  }, [shortcuts])
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keyNames: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: 'Enter',
  space: 'Space',
  shift: 'Shift',
  f10: 'F10',
}

/** A combination as printed on the keys. */
export function Keys({ keys }: { keys: string }) {
  const names = keys.split('+').map(key => keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return (
    <span>
      {names.map(name => (
        <Kbd key={name} size="xs" ml={4}>
          {name}
        </Kbd>
      ))}
    </span>
  )
}
