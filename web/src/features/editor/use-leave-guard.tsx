import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post } from '#domain/posts/model.ts'
import { useConfirm } from '#web/ui/use-confirm.tsx'
import { isSame } from './draft/draft.ts'
import type { DraftStore } from './draft/draft-store.ts'

type Options = {
  readonly post: Pick<Post, 'id' | 'status'>
  readonly store: DraftStore
  readonly isUploading: boolean
  /** The post was deleted: nothing to ask about. */
  readonly isGone: () => boolean
}

const hasContent = (store: DraftStore): boolean =>
  [...store.getState().entries.values()].some(
    ({ draft }) => !isSame(draft, { ...draft, message: '', firstComment: '', media: [] }),
  )

/**
 * Asks before leaving would lose something: edits that cannot be saved now, or a post that was never saved as a draft. What can
 * still be saved is saved without asking.
 */
export const useLeaveGuard = ({ post, store, isUploading, isGone }: Options): ReactNode => {
  const { ask, dialog } = useConfirm()
  const isTemporary = post.status === 'temporary_draft'
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      const isSamePost =
        next.pathname.includes('/manage-post/') &&
        Number((next.search as { postId?: unknown }).postId) === post.id
      if (isSamePost || isGone()) return false
      const isSaved = !isUploading && (!store.hasUnsaved() || (await store.saveNow()))
      if (isSaved && !(isTemporary && hasContent(store))) return false
      return !(await ask({
        // Fixed wording (docs/product/posts.md "Texts").
        title: 'Are you sure you want to leave without saving your content?',
        text: isTemporary
          ? 'It has not been saved as a draft yet.'
          : isUploading
            ? 'An upload is still running.'
            : 'Changes that could not be saved are kept on this device.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        danger: true,
      }))
    },
    enableBeforeUnload: () => !isGone() && (store.hasUnsaved() || isUploading),
  })
  return dialog
}
