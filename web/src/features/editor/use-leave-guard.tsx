import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post } from '#domain/posts/model.ts'
import { UNSAVED_DAYS } from '#domain/posts/status.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { isSame } from './draft/draft.ts'
import type { Entry } from './draft/draft-entries.ts'
import type { DraftStore } from './draft/draft-store.ts'
import type { WaitingAction } from './media/upload-wait.tsx'

type Options = {
  readonly post: Pick<Post, 'id' | 'status'>
  readonly store: DraftStore
  readonly isUploading: boolean
  /** Resolves to false if the person no longer wants to wait for the uploads. */
  readonly whenUploaded: (action: WaitingAction) => Promise<boolean>
  /** The post was deleted: nothing to ask about. */
  readonly isGone: () => boolean
}

const hasContent = ({ draft }: Entry): boolean =>
  !isSame(draft, { ...draft, message: '', firstComment: '', media: [], awaitedFiles: [] })

/** The version that shows what a new post is about; undefined: nothing is written yet. */
const writtenVersion = (store: DraftStore): Entry | undefined =>
  [...store.getState().entries.values()].find(hasContent)

/**
 * Asks before leaving would lose something: edits that cannot be saved now, or a post that was never saved as a draft. What can
 * still be saved is saved without asking.
 */
export const useLeaveGuard = (options: Options): ReactNode => {
  const { post, store, isUploading, whenUploaded, isGone } = options
  const { ask, choose, dialog } = useConfirm()
  const isTemporary = post.status === 'temporary_draft'
  /** @returns whether the page stays */
  const askAboutNew = async (): Promise<boolean> => {
    const choice = await choose({
      // Fixed wording (docs/product/posts.md "Texts").
      title: 'Would you like to save your content before leaving?',
      text: `It has not been saved as a draft yet. If you leave it, it stays under Not saved in Content for ${UNSAVED_DAYS} days.`,
      confirmLabel: 'Save as draft',
      otherLabel: 'Leave without saving',
      cancelLabel: 'Stay',
    })
    if (choice !== 'confirm') return choice === 'cancel'
    return !((await whenUploaded('Saves')) && (await store.saveNow(false)))
  }
  const askAboutUnsaved = async (): Promise<boolean> =>
    !(await ask({
      // Fixed wording (docs/product/posts.md "Texts").
      title: 'Are you sure you want to leave without saving your content?',
      text: isUploading
        ? 'An upload is still running.'
        : 'Changes that could not be saved are kept on this device.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger: true,
    }))
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      const isSamePost =
        next.pathname.includes('/manage-post/') &&
        Number((next.search as { postId?: unknown }).postId) === post.id
      if (isSamePost || isGone()) return false
      if (isTemporary && (isUploading || writtenVersion(store))) return askAboutNew()
      const isSaved = !isUploading && (!store.hasUnsaved() || (await store.saveNow()))
      return isSaved ? false : askAboutUnsaved()
    },
    enableBeforeUnload: () => !isGone() && (store.hasUnsaved() || isUploading),
  })
  return dialog
}
