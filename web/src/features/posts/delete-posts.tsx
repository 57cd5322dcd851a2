import type { ReactNode } from 'react'
import { BIN_DAYS } from '#domain/bin/bin.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeletePosts, useRestorePosts } from './api.ts'

/**
 * Deletes posts after asking, with Undo in the toast (docs/product/posts.md "Deleting"). `ask` tells whether they are gone;
 * render `dialog` somewhere in the component.
 */
export function useConfirmedDeletion(projectId: number): {
  ask: (postIds: number[]) => Promise<boolean>
  dialog: ReactNode
} {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useDeletePosts(projectId)
  const { mutate: restore } = useRestorePosts(projectId)
  const ask = async (postIds: number[]): Promise<boolean> => {
    const isSure = await confirm.ask({
      // Fixed wording (docs/product/posts.md "Texts").
      title: 'Are you sure you want to delete the content?',
      text:
        postIds.length > 1
          ? `${postIds.length} posts. You can restore them from the bin for ${BIN_DAYS} days.`
          : `You can restore it from the bin for ${BIN_DAYS} days.`,
      danger: true,
    })
    if (!isSure) return false
    const isGone = await remove(postIds).then(
      () => true,
      // The mutation's toast has said why.
      () => false,
    )
    if (isGone)
      // Fixed wording (docs/product/posts.md "Texts").
      toast.undoable(postIds.length === 1 ? 'Post deleted' : 'Posts deleted', () => restore(postIds))
    return isGone
  }
  return { ask, dialog: confirm.dialog }
}
