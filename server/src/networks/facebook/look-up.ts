import { z } from 'zod'
import { isOk, read } from '../http.ts'
import { graphErrorOf } from '../meta/errors.ts'
import { type Graph, LOOK_BACK_MS } from '../meta/graph.ts'
import type { Account, Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'
import { cardsOf } from './feed.ts'
import { isSameText } from './mentions.ts'
import { photoKey } from './photos.ts'
import { storyMediaId } from './stories.ts'
import { videoPostId } from './videos.ts'

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

const sinceOf = ({ sentAt }: Search): number => Math.floor((sentAt.getTime() - LOOK_BACK_MS) / 1000)

/**
 * Looks for the post among the page's own since the call (networks.md part 7): by the uploaded photos' ids where there are any, else by
 * the exact message, and the links where there are any.
 */
export const lookUpPost = async (api: Graph, delivery: Delivery, search: Search): Promise<LookUp> => {
  const { account } = delivery
  const since = sinceOf(search)
  const reply = await api.get(account, `${account.externalId}/published_posts`, {
    fields: 'id,message,created_time,permalink_url,attachments{target,subattachments}',
    since: String(since),
    limit: '100',
  })
  const found = isOk(reply) ? read(reply, page) : null
  if (!found) return cannotTell(reply)
  const isOurs = isOursOf(delivery)
  const ours = found.data.find(
    each => !search.notThese.has(each.id) && Date.parse(each.created_time) >= since * 1000 && isOurs(each),
  )
  return ours
    ? { kind: 'present', externalId: ours.id, permalink: ours.permalink_url ?? null }
    : { kind: 'absent' }
}

const isOursOf = ({ draft, prepared }: Delivery) => {
  const photos = draft.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const links = draft.type === 'link_carousel' ? cardsOf(draft) : draft.link ? [draft.link] : []
  return (each: Post): boolean => {
    const targets = targetsOf(each)
    if (photos.length > 0) return targets.some(({ id }) => id !== undefined && photos.includes(id))
    const hasLinks = links.every(({ url: link }) => targets.some(({ url }) => leadsTo(url, link)))
    return isSameText(each.message, draft.message, draft.mentions) && hasLinks
  }
}

/** Facebook may wrap an outgoing link in one of its own, and add a slash. */
const leadsTo = (shown: string | undefined, link: string): boolean => {
  if (!shown || !URL.canParse(shown)) return false
  const url = new URL(shown)
  const inner = url.hostname === 'l.facebook.com' ? url.searchParams.get('u') : null
  const address = inner && URL.canParse(inner) ? new URL(inner) : url
  address.searchParams.delete('fbclid')
  return address.href === (URL.canParse(link) ? new URL(link).href : link)
}

const targetsOf = ({ attachments }: Post) =>
  (attachments?.data ?? [])
    .flatMap(each => [each, ...(each.subattachments?.data ?? [])])
    .flatMap(each => each.target ?? [])

const video = z.object({
  published: z.boolean().optional(),
  post_id: z.string().optional(),
  permalink_url: z.string().nullish(),
})

/** The object is gone, or was never there. */
const NO_SUCH_OBJECT = 33

/** The video knows by itself whether it is public: nobody else's post can be mistaken for it. */
export const lookUpVideo = async (api: Graph, delivery: Delivery): Promise<LookUp> => {
  const id = delivery.prepared.video_id
  if (!id) return { kind: 'absent' }
  const fields = 'published,post_id,permalink_url'
  const reply = await api.get(delivery.account, id, { fields })
  if (reply.kind === 'answered' && graphErrorOf(reply)?.error_subcode === NO_SUCH_OBJECT)
    return { kind: 'absent' }
  const found = isOk(reply) ? read(reply, video) : null
  if (found?.published === undefined) return cannotTell(reply)
  if (!found.published) return { kind: 'absent' }
  // Facebook has told this id with and without the page's in front of it.
  const post = found.post_id ?? videoPostId(delivery)
  const externalId = post.includes('_') ? post : `${delivery.account.externalId}_${post}`
  return { kind: 'present', externalId, permalink: found.permalink_url ?? null }
}

const stories = z.object({
  data: z.array(
    z.object({
      post_id: z.string(),
      media_id: z.string().optional(),
      url: z.string().nullish(),
    }),
  ),
})

/** A story is found by the photo or video that it was made of. */
export const lookUpStory = async (api: Graph, delivery: Delivery, search: Search): Promise<LookUp> => {
  const { account } = delivery
  const media = storyMediaId(delivery)
  if (!media) return { kind: 'absent' }
  const since = String(sinceOf(search))
  const reply = await api.get(account, `${account.externalId}/stories`, { since, limit: '100' })
  const found = isOk(reply) ? read(reply, stories) : null
  if (!found) return cannotTell(reply)
  const ours = found.data.find(story => story.media_id === media && !search.notThese.has(story.post_id))
  return ours
    ? { kind: 'present', externalId: ours.post_id, permalink: ours.url ?? null }
    : { kind: 'absent' }
}

/** A story's address, which only the list of stories tells. */
export const findStory = async (api: Graph, account: Account, id: string): Promise<string | null> => {
  // Posts carry the page's id in theirs, stories do not.
  if (id.includes('_')) return null
  const reply = await api.get(account, `${account.externalId}/stories`, { limit: '100' })
  const found = isOk(reply) ? read(reply, stories) : null
  return found?.data.find(story => story.post_id === id)?.url ?? null
}
