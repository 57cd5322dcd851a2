import { useEffect, useState } from 'react'
import type { PostSocial } from '#domain/posts/model.ts'

/** The versions that were on the screen since the page was opened, pictures and all, as they were shown. */
export const useSeenVersions = (shown: PostSocial, isShown: boolean): readonly PostSocial[] => {
  const [seen, setSeen] = useState<readonly PostSocial[]>([])
  useEffect(() => {
    if (!isShown) return
    setSeen(before =>
      before.some(({ id, version }) => id === shown.id && version === shown.version)
        ? before
        : [...before, shown],
    )
  }, [shown, isShown])
  return seen
}
