import { useState } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { changesBetween } from './decision-rules.ts'

/**
 * Freezes the shown content while somebody decides about it: a newer version from a live update is shown only on request, so
 * that nobody approves what they have not seen. `isProvisional`: the post comes from a list, and is not frozen yet.
 */
export const useFrozenVersions = (post: Post, isProvisional: boolean) => {
  const [frozen, setFrozen] = useState<Post | null>(null)
  const [changes, setChanges] = useState<readonly string[] | null>(null)
  const [timesReplaced, setTimesReplaced] = useState(0)
  if (frozen === null && !isProvisional) setFrozen(post)
  const frozenVersion = (social: PostSocial): PostSocial =>
    frozen?.post_socials.find(({ id }) => id === social.id) ?? social
  /** The version that somebody has changed since it was shown. */
  const newer = post.post_socials.find(social => frozenVersion(social).version !== social.version) ?? null
  const showNewer = () => {
    if (newer !== null) setChanges(changesBetween(frozenVersion(newer), newer))
    setFrozen(post)
    setTimesReplaced(times => times + 1)
  }
  return { frozenVersion, newer, showNewer, changes, timesReplaced }
}
