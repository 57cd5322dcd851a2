import { parseJson } from '#domain/kernel/json.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

const keyOf = (userId: number, projectId: number) => `galley-networks-${userId}-${projectId}`

/**
 * The networks that a new post starts with: those that the person chose last in this project on this device, at first all connected ones
 * that take part in approval (docs/product/posts.md "Add Post").
 */
export const usualNetworks = (
  userId: number,
  projectId: number,
  connected: readonly SocialNetwork[],
): SocialNetwork[] => {
  const last = parseJson(localStorage.getItem(keyOf(userId, projectId)) ?? '')
  const known = Array.isArray(last) ? connected.filter(network => last.includes(network)) : []
  return known.length > 0 ? known : connected.filter(network => networks[network].canBeSentToApproval)
}

/** Keeps in mind what was chosen for a post. */
export const rememberNetworks = (
  userId: number,
  projectId: number,
  chosen: readonly SocialNetwork[],
): void => {
  try {
    localStorage.setItem(keyOf(userId, projectId), JSON.stringify(chosen))
  } catch (error) {
    // Storage is full or forbidden: then the next post starts with all of them.
    if (!(error instanceof DOMException)) throw error
  }
}
