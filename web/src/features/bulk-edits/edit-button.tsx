import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { SelectedPost } from './outcome.tsx'

const EditPostsModal = lazy(() =>
  import('./edit-posts-modal.tsx').then(module => ({ default: module.EditPostsModal })),
)

type Props = {
  readonly posts: readonly SelectedPost[]
  /** Why a post's schedule cannot be changed, or null. */
  readonly scheduleBlockOf: (entry: CalendarEntry) => string | null
  /** A word that was looked for: it may be the one to replace. */
  readonly find?: string | undefined
  readonly onDone: () => void
}

/** Opens the bulk edits for the selected posts (docs/product/bulk-edits.md "What it does"). */
export function EditButton(props: Props) {
  // What was selected when it was opened: a change would otherwise take posts out of the dialog that reports on them.
  const [opened, setOpened] = useState<readonly SelectedPost[] | null>(null)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setOpened(props.posts)}
      >
        Edit…
      </Button>
      <Suspense fallback={null}>
        {opened && <EditPostsModal {...props} posts={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}
