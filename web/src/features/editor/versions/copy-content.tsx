import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { copyInto } from '../draft/draft.ts'
import { useDrafts } from '../draft/draft-context.tsx'
import type { WaitingAction } from '../media/upload-wait.tsx'

type Props = {
  /** The version that is copied. */
  readonly source: number
  /** The versions that can be edited, including the source. */
  readonly targets: readonly number[]
  /** Resolves to false if the person no longer wants to wait for the uploads. */
  readonly whenUploaded: (action: WaitingAction) => Promise<boolean>
}

/** Copies text, first comment and media to other networks, after asking (docs/product/posts.md "Copy content"). */
export function CopyContent({ source, targets, whenUploaded }: Props) {
  const store = useDrafts()
  const { ask, dialog } = useConfirm()
  const others = targets.filter(id => id !== source)
  if (others.length === 0) return null
  const copy = async () => {
    // Fixed wording (docs/product/posts.md "Texts").
    if (!(await ask({ title: 'Are you sure you want to copy the content to other socials?' }))) return
    if (!(await whenUploaded('Copies'))) return
    // Read now: files may have arrived since the button was drawn.
    const { entries } = store.getState()
    const copied = entries.get(source)
    if (!copied) return
    const before = others.flatMap(id => entries.get(id) ?? [])
    for (const { saved } of before)
      store.edit(saved.id, draft => copyInto(saved.social_network, draft, copied.draft), true)
    toast.undoable('Content copied', () => {
      for (const { saved, draft } of before) store.restore(saved.id, draft)
    })
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        fullWidth
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
