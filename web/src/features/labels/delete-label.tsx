import type { ReactNode } from 'react'
import type { DayLabel } from '#domain/labels/model.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useDeleteDayLabel } from './api.ts'

/**
 * Deletes a label after asking, with Undo in the toast (docs/product/labels.md "Deleting"). `ask` tells whether the person
 * confirmed; a delete that fails shows its own toast. Render `dialog` somewhere in the component.
 */
export function useConfirmedLabelDeletion(projectId: number): {
  ask: (label: DayLabel) => Promise<boolean>
  dialog: ReactNode
} {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useDeleteDayLabel(projectId)
  const ask = async (label: DayLabel): Promise<boolean> => {
    const isSure = await confirm.ask({
      // Fixed wording (docs/product/labels.md "Texts").
      title: 'Are you sure you want to delete the label?',
      text: label.text,
      danger: true,
    })
    if (isSure)
      await remove(label).then(
        () => undefined,
        // The mutation's toast has said why.
        () => undefined,
      )
    return isSure
  }
  return { ask, dialog: confirm.dialog }
}
