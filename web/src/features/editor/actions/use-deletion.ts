import { BIN_DAYS } from '#domain/bin/bin.ts'
import type { Post } from '#domain/posts/model.ts'
import { useDeletePost, useRestorePosts } from '#web/features/posts/api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import type { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

type Options = {
  readonly post: Pick<Post, 'id' | 'project_id'>
  readonly onDeleted: () => void
}

/** Deletes a post after asking, with Undo. */
export const useDeletion = ({ post, onDeleted }: Options, ask: ReturnType<typeof useConfirm>['ask']) => {
  const remove = useDeletePost(post.project_id)
  const restore = useRestorePosts(post.project_id)
  return async (): Promise<void> => {
    // Fixed wording (docs/product/posts.md "Texts").
    const isSure = await ask({
      title: 'Are you sure you want to delete the content?',
      text: `You can restore it from the bin for ${BIN_DAYS} days.`,
      danger: true,
    })
    if (!isSure) return
    try {
      await remove.mutateAsync(post.id)
    } catch (error) {
      // The mutation's toast has said why.
      expectApiError(error)
      return
    }
    onDeleted()
    // Fixed wording (docs/product/posts.md "Texts").
    toast.undoable('Post deleted', () => restore.mutate([post.id]))
  }
}
