import { parseJson } from '#domain/kernel/json.ts'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'

/**
 * A new post that somebody left without saving it as a draft; it is in no list. Its text stays on the server: the next person at this
 * browser must not find it. `leftAt`: milliseconds since 1970.
 */
export type LeftPost = {
  readonly postId: number
  readonly network: SocialNetwork
  readonly leftAt: number
}

/** The server deletes such posts after seven days (docs/product/posts.md "Leaving"); a day less, so that none is offered in vain. */
const OFFERED_MS = 6 * 24 * 60 * 60_000

const readLeft = (stored: string | null): LeftPost | null => {
  const left = parseJson(stored ?? '') as Partial<LeftPost> | null | undefined
  const isWhole =
    typeof left?.postId === 'number' &&
    typeof left.network === 'string' &&
    isSocialNetwork(left.network) &&
    typeof left.leftAt === 'number'
  if (!isWhole) return null
  const { postId, network, leftAt } = left as LeftPost
  return { postId, network, leftAt }
}

/** The post that a person left in a project last, on this device. */
export const leftPostOf = (userId: number, projectId: number, storage: Storage = window.localStorage) => {
  const key = `galley-left-post-${userId}-${projectId}`
  return {
    read: (now: number): LeftPost | null => {
      const left = readLeft(storage.getItem(key))
      return left !== null && now - left.leftAt < OFFERED_MS ? left : null
    },
    keep: (left: LeftPost): void => {
      try {
        storage.setItem(key, JSON.stringify(left))
      } catch (error) {
        // Storage is full or forbidden: then it is not offered.
        if (!(error instanceof DOMException)) throw error
      }
    },
    /** Only if it is this post: another one may have been left since. */
    drop: (postId: number): void => {
      if (readLeft(storage.getItem(key))?.postId === postId) storage.removeItem(key)
    },
  }
}
