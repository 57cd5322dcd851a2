import { useState } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { changedParts } from './decision-rules.ts'

/**
 * Holds the content on the screen still while somebody decides about it: a newer version, brought by a live update, is shown only on
 * request, so that nobody approves what they did not see. `isProvisional`: the post is what a list knew, and nothing is held yet.
 */
export const useLookedAt = (post: Post, isProvisional: boolean) => {
  const [held, setHeld] = useState<Post | null>(null)
  const [changes, setChanges] = useState<readonly string[] | null>(null)
  if (held === null && !isProvisional) setHeld(post)
  const lookedAt = (social: PostSocial): PostSocial =>
    held?.post_socials.find(({ id }) => id === social.id) ?? social
  /** The version that somebody has changed since it came on the screen. */
  const newer = post.post_socials.find(social => lookedAt(social).version !== social.version) ?? null
  const showNewer = () => {
    if (newer !== null) setChanges(changedParts(lookedAt(newer), newer))
    setHeld(post)
  }
  return { lookedAt, newer, showNewer, changes }
}
