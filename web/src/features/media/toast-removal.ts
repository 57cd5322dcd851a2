import { toast } from '#web/ui/toast.tsx'

/** Says whether a picture was removed from a conversation, or somebody had done it before, on another page for example. */
export const toastRemoval = (isRemoved: boolean): void => {
  // Fixed wording (docs/product/notes.md "Texts").
  if (isRemoved) toast.success('Attachment removed')
  else toast.info('This attachment had been removed already')
}
