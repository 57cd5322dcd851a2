import type { LocalDate } from '#domain/kernel/time.ts'
import { useLabelEditor } from '#web/features/labels/label-editor.tsx'
import { useShortcut } from '#web/ui/shortcuts.tsx'

/** Adding and editing labels in the calendar; null if the person may not. */
export const useDayLabels = (mayEdit: boolean, defaultDate: LocalDate) => {
  const { editing, dialog } = useLabelEditor()
  if (!mayEdit) return { editing: null, dialog: null }
  const addOnFocusedDay = () => {
    const day = document.activeElement?.closest<HTMLElement>('[data-date]')?.dataset.date
    editing.add(day ?? defaultDate)
  }
  return {
    editing,
    dialog: (
      <>
        <LabelShortcut onPress={addOnFocusedDay} />
        {dialog}
      </>
    ),
  }
}

function LabelShortcut({ onPress }: { onPress: () => void }) {
  useShortcut({ keys: 'l', label: 'Add label on the focused day', group: 'Calendar' }, onPress)
  return null
}
