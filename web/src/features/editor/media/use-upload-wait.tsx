import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { DraftMedia } from '../draft/draft-media.ts'
import type { WaitingAction } from './upload-wait.tsx'
import type { PostUploads } from './use-post-uploads.ts'

const UploadWait = lazy(() => import('./upload-wait.tsx').then(module => ({ default: module.UploadWait })))

type Waiting = {
  readonly action: WaitingAction
  /** How many files there were when the waiting began. */
  readonly count: number
  readonly end: (isComplete: boolean) => void
}

/**
 * What is on the screen is what is acted on: `whenUploaded` resolves to true when every chosen file has arrived and is converted, or was given up, and to
 * false when the person cancels the action. Render `dialog` somewhere.
 */
export const useUploadWait = (
  uploads: PostUploads,
  videos: readonly DraftMedia[] = [],
): { whenUploaded: (action: WaitingAction) => Promise<boolean>; dialog: ReactNode } => {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const left = uploads.uploads.length + videos.length
  // Read when the button is pressed, which may be later than the drawing that made it.
  const present = useRef(left)
  useEffect(() => {
    present.current = left
  }, [left])
  const cancel = () => {
    waiting?.end(false)
    setWaiting(null)
  }
  useEffect(() => {
    if (waiting === null || left > 0) return
    waiting.end(true)
    setWaiting(null)
  }, [left, waiting])
  const whenUploaded = (action: WaitingAction): Promise<boolean> =>
    present.current === 0
      ? Promise.resolve(true)
      : new Promise(resolve => setWaiting({ action, count: present.current, end: resolve }))
  const dialog = waiting !== null && left > 0 && (
    <Suspense fallback={null}>
      <UploadWait
        action={waiting.action}
        count={Math.max(waiting.count, left)}
        uploads={uploads}
        videos={videos}
        onCancel={cancel}
      />
    </Suspense>
  )
  return { whenUploaded, dialog }
}
