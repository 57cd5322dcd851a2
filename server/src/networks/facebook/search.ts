import { z } from 'zod'
import { type ReadFailure, readFailure } from '#server/networks/meta/read-failure.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Mentionable, ReadResult, Tag } from '#server/networks/network-reader.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { graphErrorOf } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'

const pages = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string().optional(),
      picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional(),
    }),
  ),
})

const FOUND_MAX = '10'

/** Searches pages to mention; people cannot be mentioned (docs/product/facebook.md "Mentions and page search"). */
export const searchMentions =
  (api: Graph) =>
  async (account: ConnectedAccount, query: string): Promise<ReadResult<readonly Mentionable[]>> => {
    const fields = 'id,name,username,picture'
    const reply = await api.get(account, 'pages/search', { q: query, fields, limit: FOUND_MAX })
    const found = isOk(reply) ? parseBody(reply, pages) : null
    if (!found) return searchFailure(reply)
    const value = found.data.map(({ id, name, username = '', picture }) => ({
      id,
      name,
      handle: username,
      logoUrl: picture?.data.url ?? null,
    }))
    return { kind: 'read', value }
  }

/** Facebook reports a missing reviewed feature as a bad parameter. */
const searchFailure = (reply: Reply): ReadFailure => {
  const error = reply.kind === 'answered' ? graphErrorOf(reply) : null
  const unread = readFailure(reply)
  const isReview = error?.code === 100 && /reviewable feature|Page Public \w+ Access/.test(error.message)
  return isReview ? { ...unread, reason: 'permission' } : unread
}

const interests = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

/** Searches keywords for a video's `content_tags` (docs/product/facebook.md "Video keywords"). */
export const searchTags =
  (api: Graph) =>
  async (account: ConnectedAccount, query: string): Promise<ReadResult<readonly Tag[]>> => {
    const reply = await api.get(account, 'search', { type: 'adinterest', q: query, limit: '25' })
    const found = isOk(reply) ? parseBody(reply, interests) : null
    return found ? { kind: 'read', value: found.data } : readFailure(reply)
  }
