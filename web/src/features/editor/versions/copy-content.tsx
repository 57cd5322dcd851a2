import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { toast } from '#web/ui/toast.tsx'
import { useConfirm } from '#web/ui/use-confirm.tsx'
import { copyInto } from '../draft/draft.ts'
import type { Entry } from '../draft/draft-entries.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import type { WaitingAction } from '../media/upload-wait.tsx'

type Props = {
  readonly store: DraftStore
  readonly source: Entry
  /** The versions that can be edited, including the source. */
  readonly targets: readonly Entry[]
  /** Resolves to false if the person no longer wants to wait for the uploads. */
  readonly whenUploaded: (action: WaitingAction) => Promise<boolean>
}

/** Copies text, first comment and media to other networks, after asking (docs/product/posts.md "Copy content"). */
export function CopyContent({ store, source, targets, whenUploaded }: Props) {
  const { ask, dialog } = useConfirm()
  const others = targets.filter(({ saved }) => saved.id !== source.saved.id)
  if (others.length === 0) return null
  const copy = async () => {
    // Fixed wording (docs/product/posts.md "Texts").
    if (!(await ask({ title: 'Are you sure you want to copy the content to other socials?' }))) return
    if (!(await whenUploaded('Copies'))) return
    // Read now: files may have arrived since the button was drawn.
    const { entries } = store.getState()
    const copied = entries.get(source.saved.id) ?? source
    const before = others.map(({ saved, draft }) => ({
      id: saved.id,
      draft: entries.get(saved.id)?.draft ?? draft,
    }))
    for (const { saved } of others)
      store.edit(saved.id, draft => copyInto(saved.social_network, draft, copied.draft), true)
    toast.undoable('Content copied', () => {
      for (const { id, draft } of before) store.restore(id, draft)
    })
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copy()}
      >
        {/* Fixed wording (docs/product/posts.md "Copy content"). */}
        Copy content to other SM
      </Button>
      {dialog}
    </>
  )
}
