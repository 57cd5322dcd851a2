import { useEffect, useEffectEvent, useState } from 'react'

/** How long the screen says what happened before it moves on by itself. */
export const goesOnAfterMs = 6000

type Watched = {
  readonly versionId: number
  /** Whether this person can decide about the version. */
  readonly isOpen: boolean
  /** Whether the version closed through this person's own decision. */
  readonly isOwn: boolean
  /** Whether something is being written: then the screen stays. */
  readonly isWriting: boolean
  /** Null: there is nothing to move on to. */
  readonly goOn: (() => void) | null
}

/** Notices that somebody else decided about the version on the screen, and moves on after a moment unless told to stay. */
export const useDecidedElsewhere = ({ versionId, isOpen, isOwn, isWriting, goOn }: Watched) => {
  const [seenOpen, setSeenOpen] = useState<readonly number[]>([])
  const [isStaying, setStaying] = useState(false)
  if (isOpen && !seenOpen.includes(versionId)) setSeenOpen([...seenOpen, versionId])
  const isNews = !isOpen && !isOwn && seenOpen.includes(versionId)
  const isGoing = isNews && !isStaying && !isWriting && goOn !== null
  const go = useEffectEvent(() => goOn?.())
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(go, goesOnAfterMs)
    return () => clearTimeout(timer)
  }, [isGoing])
  return { isNews, isGoing, stay: () => setStaying(true) }
}
