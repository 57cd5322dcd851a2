import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { useShortcut } from '#web/ui/shortcuts.tsx'

const CommandPalette = lazy(() => import('./command-palette.tsx').then(m => ({ default: m.CommandPalette })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(m => ({ default: m.ShortcutSheet })))

type Opened = 'palette' | 'sheet' | null
let opened: Opened = null
const listeners = new Set<() => void>()
const open = (what: Opened) => {
  opened = what
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openPalette = () => open('palette')
export const openShortcutSheet = () => open('sheet')

/** The command palette (Ctrl/Cmd K) and the sheet of shortcuts (`?`). Their code is loaded when first asked for. */
export function CommandCenter({ project }: { project: OwnProject }) {
  const shown = useSyncExternalStore(subscribe, () => opened)
  useShortcut({ keys: 'mod+k', label: 'Go to or do anything', group: 'Everywhere' }, openPalette)
  useShortcut({ keys: '?', label: 'This sheet', group: 'Everywhere' }, openShortcutSheet)
  const close = () => open(null)
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <CommandPalette project={project} onClose={close} />}
      {shown === 'sheet' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}
