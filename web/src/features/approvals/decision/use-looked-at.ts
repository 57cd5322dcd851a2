import { useState } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { changesBetween } from './decision-rules.ts'

/**
 * Freezes the shown content while somebody decides about it: a newer version from a live update is shown only on request, so
 * that nobody approves what they have not seen. `isProvisional`: the post comes from a list, and is not frozen yet.
 */
export const useLookedAt = (post: Post, isProvisional: boolean) => {
  const [held, setHeld] = useState<Post | null>(null)
  const [changes, setChanges] = useState<readonly string[] | null>(null)
  if (held === null && !isProvisional) setHeld(post)
  const lookedAt = (social: PostSocial): PostSocial =>
    held?.post_socials.find(({ id }) => id === social.id) ?? social
  /** The version that somebody has changed since it was shown. */
  const newer = post.post_socials.find(social => lookedAt(social).version !== social.version) ?? null
  const showNewer = () => {
    if (newer !== null) setChanges(changesBetween(lookedAt(newer), newer))
    setHeld(post)
  }
  return { lookedAt, newer, showNewer, changes }
}
