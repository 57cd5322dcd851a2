import { Button } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

// Most posts are opened to be read, so the pools are loaded on demand.
const PoolCopyModal = lazy(async () => ({ default: (await import('./pool-copy-modal.tsx')).PoolCopyModal }))

type Props = {
  /** The version. */
  readonly id: number
  /** The message's editor takes the hashtags, so it has to be there instead of a preview. */
  readonly onOpen: () => void
}

/** Copies hashtag pools into the message or first comment (docs/product/posts.md "Copy from Hashtag Pool"). */
export function CopyFromPool({ id, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconHash size={14} aria-hidden />}
        onClick={() => {
          onOpen()
          setOpen(true)
        }}
      >
        {/* Fixed wording (docs/product/posts.md "Copy from Hashtag Pool"). */}
        Copy from Hashtag Pool
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PoolCopyModal id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
