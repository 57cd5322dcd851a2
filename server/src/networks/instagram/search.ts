import { z } from 'zod'
import { readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Mentionable, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'

const nobody: ReadResult<never[]> = { kind: 'read', value: [] }

const discovered = z.object({
  business_discovery: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string().default(''),
    profile_picture_url: z.string().optional(),
  }),
})

/** Finds a professional account by its exact user name; there is no search by name (docs/product/instagram.md "Mentions and search"). */
export const searchMentions =
  (api: Graph) =>
  async (account: ConnectedAccount, query: string): Promise<ReadResult<readonly Mentionable[]>> => {
    const username = query.trim().replace(/^@/, '')
    if (!/^[\w.]{1,30}$/.test(username)) return nobody
    const reply = await api.get(account, account.externalId, {
      fields: `business_discovery.username(${username}){id,username,name,profile_picture_url}`,
    })
    const found = isOk(reply) ? parseBody(reply, discovered)?.business_discovery : undefined
    if (!found) {
      const unread = readFailure(reply)
      return unread.reason === 'not_found' ? nobody : unread
    }
    const { id, name, username: handle, profile_picture_url: logoUrl = null } = found
    return { kind: 'read', value: [{ id, name: name || handle, handle, logoUrl }] }
  }

const hashtags = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Returns the word itself if it is in use: Instagram finds exact words, 30 different ones a week (docs/product/instagram.md "Hashtags"). */
export const searchHashtags =
  (api: Graph) =>
  async (account: ConnectedAccount, query: string): Promise<ReadResult<readonly string[]>> => {
    const word = query.trim().replace(/^#/, '')
    if (!/^[\p{L}\p{N}_]+$/u.test(word)) return nobody
    const reply = await api.get(account, 'ig_hashtag_search', { user_id: account.externalId, q: word })
    const found = isOk(reply) ? parseBody(reply, hashtags) : null
    if (found) return { kind: 'read', value: found.data.length > 0 ? [word] : [] }
    const unread = readFailure(reply)
    return unread.reason === 'not_found' ? nobody : unread
  }
