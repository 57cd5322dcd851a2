import type { ReactNode } from 'react'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeletePosts, useRestorePosts } from './api.ts'

/**
 * Deleting posts with the documents' question, and Undo in the toast. `ask` answers whether they are gone; put `dialog` somewhere in
 * the component's output. (Document 2 section 2, "Delete confirmations"; section 8, texts.)
 */
export function useDeleteAsking(projectId: number): {
  ask: (postIds: number[]) => Promise<boolean>
  dialog: ReactNode
} {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useDeletePosts(projectId)
  const { mutate: restore } = useRestorePosts(projectId)
  const ask = async (postIds: number[]): Promise<boolean> => {
    const isSure = await confirm.ask({
      title: 'Are you sure you want to delete the content?',
      text: postIds.length > 1 ? `${postIds.length} posts` : undefined,
      danger: true,
    })
    if (!isSure) return false
    const isGone = await remove(postIds).then(
      () => true,
      // the mutation's own toast has said why
      () => false,
    )
    if (isGone)
      toast.undoable(postIds.length === 1 ? 'Post deleted' : 'Posts deleted', () => restore(postIds))
    return isGone
  }
  return { ask, dialog: confirm.dialog }
}
