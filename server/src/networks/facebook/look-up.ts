import { z } from 'zod'
import { isStory } from '#domain/networks/model.ts'
import {
  absent,
  isOfLostTime,
  type Match,
  matchFrom,
  matchUntil,
  searchFrom,
} from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
  SeenPost,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { graphErrorOf } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { cannotTell, onlyAlike } from '../outcomes.ts'
import { cardsOf } from './feed.ts'
import { isSameText, normalized } from './mentions.ts'
import { photoKey } from './photos.ts'
import { isReel } from './reels.ts'
import { storyMediaId } from './stories.ts'
import { isBroken, isLive, readVideo, type Video, type VideoState } from './upload-state.ts'
import { keys, videoPostId } from './videos.ts'

const target = z.object({
  media_type: z.string().optional(),
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
const PAGES_MAX = 30

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
      ...query,
      limit: '100',
      ...(after ? { after } : {}),
    })
    const found = isOk(reply) ? parseBody(reply, schema) : null
    if (!found) return { items: null, reply }
    items.push(...found.data)
    after = found.paging?.next ? found.paging.cursors?.after : undefined
    if (!after) return { items, reply }
    if (turn === PAGES_MAX) return { items: null, reply }
  }
}

/**
 * Looks for the post among the page's posts since the call: by the ids of uploaded photos or, without photos, by the exact message and
 * links (docs/product/networks.md "Lost answers"). Where ids may be lost, photos are also recognised by the message and their number.
 */
export const lookUpPost = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const query = {
    fields: 'id,message,created_time,permalink_url,attachments{media_type,target,subattachments}',
    since: sinceOf(search),
  }
  const { items, reply } = await readAll(api, task.account, 'published_posts', query, post)
  if (!items) return cannotTell(reply)
  const compare = createComparison(task, search)
  const isIn = isWithin(search, reply)
  const candidates = items
    .filter(each => !search.excludedIds.has(each.id) && isIn(Date.parse(each.created_time)))
    .map(each => ({ each, match: compare(each) }))
  const ofMatch = (wanted: Match) => candidates.find(({ match }) => match === wanted)
  const alike = ofMatch('alike')
  const found =
    ofMatch('own_id') ??
    ofMatch('content') ??
    (task.content.media.length > 0 || task.content.message.trim() === '' ? undefined : alike)
  if (found)
    return {
      kind: 'present',
      externalId: found.each.id,
      permalink: found.each.permalink_url ?? null,
      ...(found.match === 'own_id' ? {} : { matchedByContent: true }),
      publishedAt: new Date(found.each.created_time),
    }
  const isOther = isOfLostTime(search, reply)
  if (!alike)
    return absent(
      candidates
        .filter(({ each }) => isOther(Date.parse(each.created_time)))
        .map(({ each }) => ({ externalId: each.id, permalink: each.permalink_url ?? null })),
    )
  // Only a similar link matches: sending again could duplicate the post, and claiming it could take someone else's.
  return search.lostUntil ? onlyAlike() : cannotTell(reply)
}

/** Whether a post of this time, by the network's clock, may be the one that was sent. */
const isWithin = (search: LookUpQuery, reply: Reply) => {
  const [from, until] = [matchFrom(search, reply), matchUntil(search, reply)]
  return (time: number): boolean => time >= from && time <= until
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
const createComparison = ({ content, prepared }: PublishTask, { lostUntil }: LookUpQuery) => {
  const photos = content.media.flatMap((_photo, index) => prepared[photoKey(index)] ?? [])
  const links = content.type === 'link_carousel' ? cardsOf(content) : content.link ? [content.link] : []
  return (each: Post): Match => {
    const targets = targetsOf(each)
    if (content.media.length > 0) {
      if (targets.some(({ id }) => id !== undefined && photos.includes(id))) return 'own_id'
      // Without an id nothing was sent, so no post can be ours, unless the id may be lost.
      if (!lostUntil || countPhotos(each) !== content.media.length) return 'other'
      if (!isSameText(each.message, content.message, content.mentions)) return 'other'
      return content.message.trim() === '' ? 'alike' : 'content'
    }
    if (!isSameText(each.message, content.message, content.mentions)) return 'other'
    if (links.every(({ url: link }) => targets.some(({ url }) => isSameLink(url, link)))) return 'content'
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

/** An album lists its photos as subattachments. */
const countPhotos = ({ attachments }: Post): number =>
  (attachments?.data ?? [])
    .flatMap(each => each.subattachments?.data ?? [each])
    .filter(each => each.media_type === 'photo').length

const targetsOf = ({ attachments }: Post) =>
  (attachments?.data ?? [])
    .flatMap(each => [each, ...(each.subattachments?.data ?? [])])
    .flatMap(each => each.target ?? [])

/** The object does not exist. */
const NO_SUCH_OBJECT = 33

/**
 * Reads from the video itself whether it is public, so no other post can be mistaken for it. Where its id may be lost, the page's videos
 * are searched as well.
 */
export const lookUpVideo = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const known = await lookUpKnownVideo(api, task, search)
  return known.kind === 'absent' && search.lostUntil ? lookUpLostVideo(api, task, search) : known
}

const listedVideo = z.object({
  id: z.string(),
  description: z.string().default(''),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  published: z.boolean().optional(),
  post_id: z.string().optional(),
  permalink_url: z.string().nullish(),
})

/** Lists of posts leave reels out, and a page's videos may be listed as either (docs/product/facebook.md "Lost answers"). */
const lookUpLostVideo = async (api: Graph, task: PublishTask, search: LookUpQuery): Promise<LookUpResult> => {
  const { account, content } = task
  const others: SeenPost[] = []
  let isAlike = false
  for (const edge of ['videos', 'video_reels'] as const) {
    const query = {
      fields: 'id,description,created_time,updated_time,published,post_id,permalink_url',
      since: sinceOf(search),
    }
    const { items, reply } = await readAll(api, account, edge, query, listedVideo)
    if (!items) return cannotTell(reply)
    const isIn = isWithin(search, reply)
    const candidates = items.filter(
      each =>
        each.published !== false &&
        !search.excludedIds.has(postOfVideo(account, each.post_id ?? each.id)) &&
        isIn(latestTimeOf(each)),
    )
    const first = candidates.find(each => isSameText(each.description, content.message, content.mentions))
    const isOther = isOfLostTime(search, reply)
    others.push(...candidates.filter(each => isOther(createdAtOf(each))).map(seenVideo(account)))
    if (first && content.message.trim() !== '')
      return {
        kind: 'present',
        externalId: postOfVideo(account, first.post_id ?? first.id),
        permalink: first.permalink_url ?? null,
        matchedByContent: true,
      }
    isAlike ||= first !== undefined
  }
  // A video may be in both lists.
  const different = [...new Map(others.map(each => [each.externalId, each])).values()]
  return isAlike ? onlyAlike() : absent(different)
}

type ListedVideo = z.output<typeof listedVideo>

const createdAtOf = ({ created_time: time }: ListedVideo): number => Date.parse(time ?? '') || 0

/** It may have been uploaded long before it was published, and changed long after. */
const latestTimeOf = (video: ListedVideo): number =>
  Math.max(createdAtOf(video), Date.parse(video.updated_time ?? '') || 0)

const seenVideo =
  (account: ConnectedAccount) =>
  ({ id, post_id, permalink_url }: ListedVideo): SeenPost => ({
    externalId: postOfVideo(account, post_id ?? id),
    permalink: permalink_url ?? null,
  })

/** Facebook has returned the id of a video's post with and without the page's id in front. */
const postOfVideo = ({ externalId }: ConnectedAccount, post: string): string =>
  post.includes('_') ? post : `${externalId}_${post}`

const lookUpKnownVideo = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const { account, prepared } = task
  const id = prepared[keys.id]
  if (!id) return { kind: 'absent' }
  const { video, reply } = await readVideo(api, account, id)
  if (reply.kind === 'answered' && graphErrorOf(reply)?.error_subcode === NO_SUCH_OBJECT)
    return { kind: 'absent' }
  if (!video) return cannotTell(reply)
  if (isLive(video)) {
    const externalId = postOfVideo(account, video.post_id ?? videoPostId(task))
    return { kind: 'present', externalId, permalink: video.permalink_url ?? null }
  }
  if (isTurnedIntoReel(task, video, search)) return onlyAlike(TURNED_INTO_REEL)
  // Preparing it again finds what is broken, and says so.
  if (isBroken(video.status)) return { kind: 'absent' }
  return prepared[keys.taken] || isBeingPublished(video.status) ? cannotTell(reply) : { kind: 'absent' }
}

/** Facebook works on what it was asked to publish. A video that nobody finished has neither phase. */
const isBeingPublished = ({ processing_phase, publishing_phase }: VideoState): boolean =>
  [processing_phase, publishing_phase].some(phase => phase?.status === 'in_progress')

/** After this long a video that became a reel by itself has never been seen to go out. */
const STUCK_MS = 10 * 60_000
const TURNED_INTO_REEL =
  'Facebook made a reel of the video and has not published it. Check the page; use a horizontal or square video.'

const isTurnedIntoReel = (
  { content }: PublishTask,
  { permalink_url: permalink }: Video,
  { sentAt, askedAt = sentAt }: LookUpQuery,
): boolean =>
  !isReel(content) && /\/reel\//.test(permalink ?? '') && askedAt.getTime() - sentAt.getTime() > STUCK_MS

const story = z.object({
  post_id: z.string(),
  media_id: z.string().optional(),
  media_type: z.string().optional(),
  creation_time: z.coerce.number().optional(),
  url: z.string().nullish(),
})

/** Finds a story by its uploaded photo or video. Where that id may be lost, any other story of its kind makes it uncertain. */
export const lookUpStory = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const { account } = task
  const media = storyMediaId(task)
  if (!media && !search.lostUntil) return { kind: 'absent' }
  const { items, reply } = await readAll(api, account, 'stories', { since: sinceOf(search) }, story)
  if (!items) return cannotTell(reply)
  const others = items.filter(each => !search.excludedIds.has(each.post_id))
  const ours = media ? others.find(each => each.media_id === media) : undefined
  if (ours) return { kind: 'present', externalId: ours.post_id, permalink: ours.url ?? null }
  if (!search.lostUntil) return { kind: 'absent' }
  const kind = task.content.type === 'photo_story' ? 'photo' : 'video'
  const isIn = isWithin(search, reply)
  const alike = others.filter(
    ({ media_type, creation_time: at }) =>
      (media_type === undefined || media_type === kind) && (at === undefined || isIn(at * 1000)),
  )
  const isOther = isOfLostTime(search, reply)
  const seen = others
    .filter(({ creation_time: at }) => at !== undefined && isOther(at * 1000))
    .map(({ post_id, url }) => ({ externalId: post_id, permalink: url ?? null }))
  return alike.length > 0 ? onlyAlike() : absent(seen)
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
