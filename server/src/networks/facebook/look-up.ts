import { z } from 'zod'
import { isStory } from '#domain/networks/model.ts'
import { askFrom, countFrom } from '#server/networks/look-up-window.ts'
import type { Account, Delivery, Draft, LookUp, Search } from '#server/networks/network-adapter.ts'
import { isOk, type Reply, read } from '../http.ts'
import { graphErrorOf } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { cannotTell } from '../outcomes.ts'
import { cardsOf } from './feed.ts'
import { isSameText, plain } from './mentions.ts'
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
type Post = z.output<typeof post>

const sinceOf = (search: Search): string => String(Math.floor(askFrom(search).getTime() / 1000))

const paging = z
  .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
  .optional()
/** More than anybody posts in the half hour that is looked back at. */
const MOST_PAGES = 30

/**
 * A list to its end, newest first: what stands on a later page must not be called absent. Null with the answer where a page could not be
 * read, or there was no end.
 */
const readAll = async <T extends z.ZodType>(
  api: Graph,
  account: Account,
  edge: string,
  query: Readonly<Record<string, string>>,
  item: T,
): Promise<{ items: z.output<T>[] | null; reply: Reply }> => {
  const schema = z.object({ data: z.array(item), paging })
  const items: z.output<T>[] = []
  let after: string | undefined
  for (let turn = 1; ; turn++) {
    const reply = await api.get(account, `${account.externalId}/${edge}`, {
      ...{ ...query, limit: '100' },
      ...(after ? { after } : {}),
    })
    const found = isOk(reply) ? read(reply, schema) : null
    if (!found) return { items: null, reply }
    items.push(...found.data)
    after = found.paging?.next ? found.paging.cursors?.after : undefined
    if (!after) return { items, reply }
    if (turn === MOST_PAGES) return { items: null, reply }
  }
}

/**
 * Looks for the post among the page's own since the call (networks.md part 7): by the uploaded photos' ids where there are any, else by
 * the exact message, and the links where there are any.
 */
export const lookUpPost = async (api: Graph, delivery: Delivery, search: Search): Promise<LookUp> => {
  const query = {
    fields: 'id,message,created_time,permalink_url,attachments{target,subattachments}',
    since: sinceOf(search),
  }
  const { items, reply } = await readAll(api, delivery.account, 'published_posts', query, post)
  if (!items) return cannotTell(reply)
  const from = countFrom(search, reply)
  const candidates = items.filter(
    each => !search.notThese.has(each.id) && Date.parse(each.created_time) >= from,
  )
  const compare = comparisonWith(delivery)
  const ours = candidates.find(each => compare(each) === 'same')
  const alike = candidates.find(each => compare(each) === 'alike')
  const found = ours ?? (delivery.draft.message.trim() === '' ? undefined : alike)
  if (found)
    return {
      ...{ kind: 'present', externalId: found.id, permalink: found.permalink_url ?? null },
      ...(delivery.draft.media.length > 0 ? {} : { byLikeness: true }),
    }
  // Nothing but a link to somewhere: sending again could double the post, claiming it could take somebody else's.
  return alike ? cannotTell(reply) : { kind: 'absent' }
}

/**
 * The words, whatever is linked or shown with them: a photo's own id tells it apart from others, but a text that says the same is known by
 * its words only. Nothing but photos is taken for no text and no link.
 */
export const likenessOf = ({ type, message, media }: Draft): string | null => {
  if (isStory(type)) return null
  const words = plain(message)
  return words === '' && media.length > 0 ? null : words
}

/**
 * `alike`: the same words with a link that reads otherwise. Facebook may show the address that the linked site calls its own, so a link
 * that differs does not make it another post.
 */
const comparisonWith = ({ draft, prepared }: Delivery) => {
  const photos = draft.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const links = draft.type === 'link_carousel' ? cardsOf(draft) : draft.link ? [draft.link] : []
  return (each: Post): 'same' | 'alike' | 'other' => {
    const targets = targetsOf(each)
    // Without an id none was sent: nobody else's picture is ours.
    if (draft.media.length > 0)
      return targets.some(({ id }) => id !== undefined && photos.includes(id)) ? 'same' : 'other'
    if (!isSameText(each.message, draft.message, draft.mentions)) return 'other'
    if (links.every(({ url: link }) => targets.some(({ url }) => leadsTo(url, link)))) return 'same'
    return targets.some(({ url }) => url !== undefined) ? 'alike' : 'other'
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

const story = z.object({
  post_id: z.string(),
  media_id: z.string().optional(),
  url: z.string().nullish(),
})

/** A story is found by the photo or video that it was made of. */
export const lookUpStory = async (api: Graph, delivery: Delivery, search: Search): Promise<LookUp> => {
  const { account } = delivery
  const media = storyMediaId(delivery)
  if (!media) return { kind: 'absent' }
  const { items, reply } = await readAll(api, account, 'stories', { since: sinceOf(search) }, story)
  if (!items) return cannotTell(reply)
  const ours = items.find(each => each.media_id === media && !search.notThese.has(each.post_id))
  return ours
    ? { kind: 'present', externalId: ours.post_id, permalink: ours.url ?? null }
    : { kind: 'absent' }
}

/** A story's address, which only the list of stories tells. */
export const findStory = async (api: Graph, account: Account, id: string): Promise<string | null> => {
  // Posts carry the page's id in theirs, stories do not.
  if (id.includes('_')) return null
  const { items } = await readAll(api, account, 'stories', {}, story)
  return items?.find(each => each.post_id === id)?.url ?? null
}
