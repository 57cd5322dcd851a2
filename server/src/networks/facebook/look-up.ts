import { z } from 'zod'
import { isStory } from '#domain/networks/model.ts'
import { matchFrom, searchFrom } from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { graphErrorOf } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { cannotTell } from '../outcomes.ts'
import { cardsOf } from './feed.ts'
import { isSameText, normalized } from './mentions.ts'
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

const sinceOf = (search: LookUpQuery): string => String(Math.floor(searchFrom(search).getTime() / 1000))

const paging = z
  .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
  .optional()
/** More posts than anyone publishes in the time searched. */
const MOST_PAGES = 30

/**
 * Reads a whole list, newest first, since a post on a later page must not count as absent. `items` is null if a page could not be read
 * or the list did not end.
 */
const readAll = async <T extends z.ZodType>(
  api: Graph,
  account: ConnectedAccount,
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
    const found = isOk(reply) ? parseBody(reply, schema) : null
    if (!found) return { items: null, reply }
    items.push(...found.data)
    after = found.paging?.next ? found.paging.cursors?.after : undefined
    if (!after) return { items, reply }
    if (turn === MOST_PAGES) return { items: null, reply }
  }
}

/**
 * Looks for the post among the page's posts since the call: by the ids of uploaded photos or, without photos, by the exact message and
 * links (docs/product/networks.md "Lost answers").
 */
export const lookUpPost = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const query = {
    fields: 'id,message,created_time,permalink_url,attachments{target,subattachments}',
    since: sinceOf(search),
  }
  const { items, reply } = await readAll(api, task.account, 'published_posts', query, post)
  if (!items) return cannotTell(reply)
  const from = matchFrom(search, reply)
  const candidates = items.filter(
    each => !search.excludedIds.has(each.id) && Date.parse(each.created_time) >= from,
  )
  const compare = createComparison(task)
  const ours = candidates.find(each => compare(each) === 'same')
  const alike = candidates.find(each => compare(each) === 'alike')
  const found = ours ?? (task.content.message.trim() === '' ? undefined : alike)
  if (found)
    return {
      ...{ kind: 'present', externalId: found.id, permalink: found.permalink_url ?? null },
      ...(task.content.media.length > 0 ? {} : { matchedByContent: true }),
    }
  // Only a similar link matches: sending again could duplicate the post, and claiming it could take someone else's.
  return alike ? cannotTell(reply) : { kind: 'absent' }
}

/**
 * The normalized text, whatever links or media go with it: texts can be confused with each other, while photos are identified by their
 * ids. Null for posts of photos only and for stories.
 */
export const duplicateKeyOf = ({ type, message, media }: PostContent): string | null => {
  if (isStory(type)) return null
  const words = normalized(message)
  return words === '' && media.length > 0 ? null : words
}

/**
 * `alike`: the same text with a different link. Facebook may show the linked site's canonical URL, so a different link does not mean a
 * different post.
 */
const createComparison = ({ content, prepared }: PublishTask) => {
  const photos = content.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const links = content.type === 'link_carousel' ? cardsOf(content) : content.link ? [content.link] : []
  return (each: Post): 'same' | 'alike' | 'other' => {
    const targets = targetsOf(each)
    // Without an id nothing was sent, so no post can be ours.
    if (content.media.length > 0)
      return targets.some(({ id }) => id !== undefined && photos.includes(id)) ? 'same' : 'other'
    if (!isSameText(each.message, content.message, content.mentions)) return 'other'
    if (links.every(({ url: link }) => targets.some(({ url }) => isSameLink(url, link)))) return 'same'
    return targets.some(({ url }) => url !== undefined) ? 'alike' : 'other'
  }
}

/** Facebook may wrap an outgoing link in its own redirect and add a slash. */
const isSameLink = (shown: string | undefined, link: string): boolean => {
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

/** The object does not exist. */
const NO_SUCH_OBJECT = 33

/** Reads from the video itself whether it is public, so no other post can be mistaken for it. */
export const lookUpVideo = async (api: Graph, task: PublishTask): Promise<LookUpResult> => {
  const id = task.prepared.video_id
  if (!id) return { kind: 'absent' }
  const fields = 'published,post_id,permalink_url'
  const reply = await api.get(task.account, id, { fields })
  if (reply.kind === 'answered' && graphErrorOf(reply)?.error_subcode === NO_SUCH_OBJECT)
    return { kind: 'absent' }
  const found = isOk(reply) ? parseBody(reply, video) : null
  if (found?.published === undefined) return cannotTell(reply)
  if (!found.published) return { kind: 'absent' }
  // Facebook has returned this id with and without the page's id in front.
  const post = found.post_id ?? videoPostId(task)
  const externalId = post.includes('_') ? post : `${task.account.externalId}_${post}`
  return { kind: 'present', externalId, permalink: found.permalink_url ?? null }
}

const story = z.object({
  post_id: z.string(),
  media_id: z.string().optional(),
  url: z.string().nullish(),
})

/** Finds a story by its uploaded photo or video. */
export const lookUpStory = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const { account } = task
  const media = storyMediaId(task)
  if (!media) return { kind: 'absent' }
  const { items, reply } = await readAll(api, account, 'stories', { since: sinceOf(search) }, story)
  if (!items) return cannotTell(reply)
  const ours = items.find(each => each.media_id === media && !search.excludedIds.has(each.post_id))
  return ours
    ? { kind: 'present', externalId: ours.post_id, permalink: ours.url ?? null }
    : { kind: 'absent' }
}

/** A story's permalink, which only the list of stories contains. */
export const findStory = async (
  api: Graph,
  account: ConnectedAccount,
  id: string,
): Promise<string | null> => {
  // Ids of posts contain the page's id; ids of stories do not.
  if (id.includes('_')) return null
  const { items } = await readAll(api, account, 'stories', {}, story)
  return items?.find(each => each.post_id === id)?.url ?? null
}
