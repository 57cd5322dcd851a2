import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { toast } from '#web/ui/toast.tsx'
import { useConfirm } from '#web/ui/use-confirm.tsx'
import { copyInto } from '../draft/draft.ts'
import type { Entry } from '../draft/draft-entries.ts'
import type { DraftStore } from '../draft/draft-store.ts'

type Props = {
  readonly store: DraftStore
  readonly source: Entry
  /** The versions that can be edited, including the source. */
  readonly targets: readonly Entry[]
}

/** Copies text, first comment and media to other networks, after asking (docs/product/posts.md "Copy content"). */
export function CopyContent({ store, source, targets }: Props) {
  const { ask, dialog } = useConfirm()
  const others = targets.filter(({ saved }) => saved.id !== source.saved.id)
  if (others.length === 0) return null
  const copy = async () => {
    // Fixed wording (docs/product/posts.md "Texts").
    if (!(await ask({ title: 'Are you sure you want to copy the content to other socials?' }))) return
    const before = others.map(({ saved, draft }) => ({ id: saved.id, draft }))
    for (const { saved } of others)
      store.edit(saved.id, draft => copyInto(saved.social_network, draft, source.draft), true)
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
