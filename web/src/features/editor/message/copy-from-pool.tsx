import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

// Most posts are opened to be read, so the pools are loaded on demand.
const PoolCopyModal = lazy(async () => ({ default: (await import('./pool-copy-modal.tsx')).PoolCopyModal }))

type Props = {
  /** The version. */
  readonly id: number
}

/** Copies hashtag pools into the message or first comment (docs/product/posts.md "Copy from Hashtag Pool"). */
export function CopyFromPool({ id }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        ff="var(--mantine-font-family)"
        onClick={() => setOpen(true)}
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
