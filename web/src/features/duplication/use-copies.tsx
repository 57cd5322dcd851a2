import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClonedPost, Copied } from './copy-dialog.tsx'

// Loaded on demand.
const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog.tsx')).CopyDialog }))

type Options = {
  /** Called when the copies are there. */
  readonly onDone?: () => void
}

/** Duplicating and cloning, from wherever posts are shown. Render `dialog` somewhere. */
export const useCopies = (
  options: Options = {},
): {
  readonly duplicate: (postIds: readonly number[]) => void
  readonly clone: (post: ClonedPost) => void
  readonly dialog: ReactNode
} => {
  const [copied, setCopied] = useState<Copied | null>(null)
  return {
    duplicate: setCopied,
    clone: setCopied,
    dialog: copied && (
      <Suspense fallback={null}>
        <CopyDialog {...options} copied={copied} onClose={() => setCopied(null)} />
      </Suspense>
    ),
  }
}
