import { CopyIntoPostModal } from '#web/features/hashtags/pools/copy-into-post-modal.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDrafts, useEntry } from '../draft/draft-context.tsx'
import { fieldIds } from '../validation/jump-to-field.ts'
import { insertWords } from './insert-words.ts'

type Props = {
  /** The version. */
  readonly id: number
  readonly onClose: () => void
}

/** The dialog of `CopyFromPool`, loaded when first needed. */
export function PoolCopyModal({ id, onClose }: Props) {
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const texts = useEntry(id, ({ draft }) => draft)
  const addToComment = (hashtags: string) => {
    const { firstComment: former } = texts
    const firstComment = /\S$/.test(former) ? `${former} ${hashtags}` : `${former}${hashtags}`
    store.edit(id, before => ({ ...before, firstComment }))
    // The message is undone by its editor; what is typed in the comment since is not touched.
    toast.undoable('Hashtags added to the first comment', () =>
      store.edit(id, before =>
        before.firstComment === firstComment ? { ...before, firstComment: former } : before,
      ),
    )
  }
  return (
    <CopyIntoPostModal
      network={network}
      texts={texts}
      onInsert={(place, hashtags) => {
        if (place === 'message') insertWords(fieldIds.message, hashtags)
        else addToComment(hashtags)
      }}
      onClose={onClose}
    />
  )
}
