import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RepeatedPost } from './repeat-dialog.tsx'

// Loaded on demand.
const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog.tsx')).RepeatDialog }))

/** Repeating a post, from wherever posts are shown. Render `dialog` somewhere. */
export const useRepeat = (): {
  readonly repeat: (post: RepeatedPost) => void
  readonly dialog: ReactNode
} => {
  const [post, setPost] = useState<RepeatedPost | null>(null)
  return {
    repeat: setPost,
    dialog: post && (
      <Suspense fallback={null}>
        <RepeatDialog {...post} onClose={() => setPost(null)} />
      </Suspense>
    ),
  }
}
