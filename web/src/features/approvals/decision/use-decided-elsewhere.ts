import { useEffect, useEffectEvent, useState } from 'react'

/** How long the screen says what has happened before it goes on by itself. */
export const goesOnAfterMs = 6000

type Watched = {
  readonly versionId: number
  /** This person can decide about the version. */
  readonly isOpen: boolean
  /** The closing is this person's own doing. */
  readonly isOwn: boolean
  /** Something is being written: the screen stays. */
  readonly isHeld: boolean
  /** Null: there is nowhere to go on to. */
  readonly goOn: (() => void) | null
}

/** Notices that a version was decided by somebody else while it was on the screen; goes on after a moment unless told to stay. */
export const useDecidedElsewhere = ({ versionId, isOpen, isOwn, isHeld, goOn }: Watched) => {
  const [seenOpen, setSeenOpen] = useState<readonly number[]>([])
  const [isStaying, setStaying] = useState(false)
  if (isOpen && !seenOpen.includes(versionId)) setSeenOpen([...seenOpen, versionId])
  const isNews = !isOpen && !isOwn && seenOpen.includes(versionId)
  const isGoing = isNews && !isStaying && !isHeld && goOn !== null
  const go = useEffectEvent(() => goOn?.())
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(go, goesOnAfterMs)
    return () => clearTimeout(timer)
  }, [isGoing])
  return { isNews, isGoing, stay: () => setStaying(true) }
}
