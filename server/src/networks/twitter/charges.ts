import { z } from 'zod'
import type { Charged } from '#domain/networks/prices.ts'
import { twitterLinks } from '#domain/networks/twitter-links.ts'
import type { AnsweredReply, HttpCall } from '#server/platform/http/outgoing-requests/client.ts'

const answered = z.object({ data: z.union([z.array(z.unknown()), z.looseObject({})]).optional() })

/** What X charges for one answer: each post and user in it, and each alternative text (docs/product/twitter.md "Prices"). */
export const chargedFor = ({ method, url }: HttpCall, { ok, json }: AnsweredReply): Charged | null => {
  if (!ok) return null
  const { pathname } = new URL(url)
  if (method === 'POST')
    return pathname.endsWith('/2/media/metadata') ? { posts: 0, users: 0, alt_texts: 1 } : null
  const { data } = answered.safeParse(json).data ?? {}
  const count = Array.isArray(data) ? data.length : data ? 1 : 0
  if (/\/2\/users\/(?:me|search)$/.test(pathname)) return { posts: 0, users: count, alt_texts: 0 }
  return pathname.endsWith('/tweets') ? { posts: count, users: 0, alt_texts: 0 } : null
}

/** Whether a text costs as much as one with a link: `example.com` is one as well. */
export const hasLink = (text: string): boolean => twitterLinks(text).length > 0
