import type { BinKind } from '#domain/bin/bin.ts'
import { BIN_BATCH } from '#domain/bin/contract.ts'
import type { BinItem } from '#domain/bin/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useDeleteFromBin } from './api.ts'
import { countOf, kindWords } from './kinds.ts'
import { useRestoreFromBin } from './restore-api.ts'

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Restoring and deleting for good, one or many; render `dialog`. `onDone`: they have left the bin. */
export const useBinActions = (projectId: number, kind: BinKind, onDone: () => void) => {
  const confirm = useConfirm()
  const restoring = useRestoreFromBin(projectId, (unscheduled, { ids }) => {
    onDone()
    toast.success(restoredText(kind, ids.length, unscheduled.length))
  })
  const deleting = useDeleteFromBin(projectId)
  const chosenOf = (items: readonly BinItem[]) => ({
    kind,
    ids: items.slice(0, BIN_BATCH).map(({ id }) => id),
  })
  const restore = (items: readonly BinItem[]) => restoring.mutate(chosenOf(items))
  const deleteForGood = async (items: readonly BinItem[]) => {
    const chosen = chosenOf(items)
    const count = chosen.ids.length
    const isSure = await confirm.ask({
      title: `Delete ${countOf(kind, count)} for good?`,
      text: [
        ...(count === 1 ? [`${items[0]?.title || 'Empty message'}.`] : []),
        ...pendingCommentsText(items.slice(0, BIN_BATCH)),
        'This cannot be undone.',
      ].join(' '),
      confirmLabel: 'Delete for good',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(deleting.mutateAsync(chosen), () => {
      onDone()
      toast.success(`${upper(countOf(kind, count))} deleted for good`)
    })
  }
  return { restore, deleteForGood, isBusy: restoring.isPending || deleting.isPending, dialog: confirm.dialog }
}

/** Deleting a post for good gives up what would still follow on its networks. */
const pendingCommentsText = (items: readonly BinItem[]): string[] => {
  const networks = items.flatMap(item => (item.kind === 'post' ? item.pending_comments : []))
  const names = [...new Set(networks)].map(network => networkNames[network]).join(', ')
  if (networks.length === 0) return []
  return networks.length === 1
    ? [`The first comment on ${names} has not been added yet and will be dropped.`]
    : [`${networks.length} first comments (${names}) have not been added yet and will be dropped.`]
}

/** Posts whose time had passed are back without one. */
const restoredText = (kind: BinKind, count: number, unscheduled: number): string => {
  const restored = count === 1 ? `${upper(kindWords[kind].one)} restored` : `${countOf(kind, count)} restored`
  if (unscheduled === 0) return restored
  return count === 1
    ? `${restored}. Its time has passed, so it is not scheduled.`
    : `${restored}. The time of ${unscheduled} has passed: not scheduled.`
}
