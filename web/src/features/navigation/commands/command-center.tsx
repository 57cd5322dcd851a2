import { lazy, Suspense } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { EarlyKeys } from '#web/ui/dialog/early-keys.tsx'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import { closeCommand, openPalette, openShortcutSheet, useOpenedCommand } from './opened-command.ts'

const CommandPalette = lazy(async () => {
  try {
    return { default: (await import('./command-palette.tsx')).CommandPalette }
  } catch (error) {
    // No field will come for what is typed.
    closeCommand()
    throw error
  }
})
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(m => ({ default: m.ShortcutSheet })))
const NewContent = lazy(() => import('./new-content.tsx').then(m => ({ default: m.NewContent })))

/** The command palette (Ctrl/Cmd K) and the sheet of shortcuts (`?`). Loaded when first opened. */
export function CommandCenter({ project }: { project: OwnProject }) {
  const shown = useOpenedCommand()
  useShortcut({ keys: 'mod+k', label: 'Find a post, go to or do anything', group: 'Everywhere' }, openPalette)
  useShortcut({ keys: '?', label: 'This sheet', group: 'Everywhere' }, openShortcutSheet)
  return (
    // The palette keeps them from the key press on.
    <Suspense fallback={shown !== 'palette' && <EarlyKeys onEscape={closeCommand} />}>
      {shown === 'palette' && <CommandPalette project={project} onClose={closeCommand} />}
      {shown === 'creation' && <NewContent project={project} onClose={closeCommand} />}
      {shown === 'sheet' && <ShortcutSheet onClose={closeCommand} />}
    </Suspense>
  )
}
