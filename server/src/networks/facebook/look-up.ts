import { z } from 'zod'
import { isOk, read } from '../http.ts'
import { type Graph, LOOK_BACK_MS } from '../meta/graph.ts'
import type { Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'

const target = z.object({
  target: z.object({ id: z.string().optional(), url: z.string().optional() }).optional(),
})
const post = z.object({
  id: z.string(),
  message: z.string().default(''),
  created_time: z.string(),
  permalink_url: z.string().nullish(),
  attachments: z
    .object({
      data: z.array(target.extend({ subattachments: z.object({ data: z.array(target) }).optional() })),
    })
    .optional(),
})
const page = z.object({ data: z.array(post) })
type Post = z.output<typeof post>

/**
 * Looks for the post among the page's own since the call (networks.md part 7): by the uploaded photo's id where there is one, else by
 * the exact message, and the link where there is one.
 */
export const lookUpPost = async (
  api: Graph,
  { account, draft, prepared }: Delivery,
  { sentAt, notThese }: Search,
): Promise<LookUp> => {
  const since = Math.floor((sentAt.getTime() - LOOK_BACK_MS) / 1000)
  const reply = await api.get(account, `${account.externalId}/published_posts`, {
    fields: 'id,message,created_time,permalink_url,attachments{target,subattachments}',
    since: String(since),
    limit: '100',
  })
  const found = isOk(reply) ? read(reply, page) : null
  if (!found) return cannotTell(reply)
  const isOurs = (each: Post) =>
    prepared.photo_id
      ? targetsOf(each).some(({ id }) => id === prepared.photo_id)
      : each.message === draft.message &&
        (!draft.link || targetsOf(each).some(({ url }) => url === draft.link?.url))
  const ours = found.data.find(
    each => !notThese.has(each.id) && Date.parse(each.created_time) >= since * 1000 && isOurs(each),
  )
  return ours
    ? { kind: 'present', externalId: ours.id, permalink: ours.permalink_url ?? null }
    : { kind: 'absent' }
}

const targetsOf = ({ attachments }: Post) =>
  (attachments?.data ?? [])
    .flatMap(each => [each, ...(each.subattachments?.data ?? [])])
    .flatMap(each => each.target ?? [])
