import type { ReactNode } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useDeleteHashtagPool } from '../api.ts'

/**
 * Deletes a pool after asking, with Undo in the toast (docs/product/hashtags.md "Deleting a pool"). Render `dialog` somewhere in the
 * component.
 */
export function useConfirmedPoolDeletion(projectId: number): {
  ask: (pool: HashtagPool) => Promise<void>
  dialog: ReactNode
} {
  const { ask: confirm, dialog } = useConfirm()
  const { mutate: remove } = useDeleteHashtagPool(projectId)
  const ask = async (pool: HashtagPool) => {
    const isSure = await confirm({
      title: 'Are you sure you want to delete the hashtag pool?',
      text: `${pool.pool_name}. Posts that use its hashtags keep them.`,
      danger: true,
    })
    if (isSure) remove(pool)
  }
  return { ask, dialog }
}
