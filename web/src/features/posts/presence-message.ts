import { parseJson } from '#domain/kernel/json.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import type { PostViewer, PresenceMessage, Writing } from '#domain/posts/model.ts'
import { writingFields } from '#domain/posts/writing-fields.ts'

/** By hand, since the model would load the schema library. A field that this page does not know yet is some other one. */
const readWriting = (sent: unknown): Writing | null => {
  const { field, social_network: network } = (sent ?? {}) as Record<string, unknown>
  if (typeof network !== 'string' || !isSocialNetwork(network)) return null
  return { field: writingFields.find(known => known === field) ?? 'other', social_network: network }
}

const readViewer = (sent: unknown): PostViewer[] => {
  const { user_id, is_client, writing } = (sent ?? {}) as Record<string, unknown>
  if (typeof user_id !== 'number') return []
  return [{ user_id, is_client: is_client === true, writing: readWriting(writing) }]
}

/**
 * What the stream says about who has a post open; `ask` where the server may have forgotten this page, and null where nothing can be read,
 * as from a newer server.
 */
export const readPresence = (data: string): PresenceMessage | 'ask' | null => {
  const message = parseJson(data)
  if (message === null) return 'ask'
  const { post_id, viewers } = (message ?? {}) as Record<string, unknown>
  if (typeof post_id !== 'number' || !Array.isArray(viewers)) return null
  return { post_id, viewers: viewers.flatMap(readViewer) }
}
