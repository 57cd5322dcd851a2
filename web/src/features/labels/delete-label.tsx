import type { ReactNode } from 'react'
import type { DayLabel } from '#domain/labels/model.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useDeleteDayLabel } from './api.ts'

/**
 * Deleting a label with the documents' question, and Undo in the toast. `ask` answers whether the person said yes: a delete that
 * fails says so in its own toast. Put `dialog` somewhere in the component's output. (Document 2 sections 2 and 8.)
 */
export function useDeleteLabelAsking(projectId: number): {
  ask: (label: DayLabel) => Promise<boolean>
  dialog: ReactNode
} {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useDeleteDayLabel(projectId)
  const ask = async (label: DayLabel): Promise<boolean> => {
    const isSure = await confirm.ask({
      title: 'Are you sure you want to delete the label?',
      text: label.text,
      danger: true,
    })
    if (isSure)
      await remove(label).then(
        () => undefined,
        // the mutation's own toast has said why
        () => undefined,
      )
    return isSure
  }
  return { ask, dialog: confirm.dialog }
}
