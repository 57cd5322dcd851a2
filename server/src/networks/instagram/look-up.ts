import { z } from 'zod'
import { isStory } from '#domain/networks/model.ts'
import { absent, isOfLostTime, matchFrom, matchUntil, searchFrom } from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { cannotTell, onlyAlike } from '../outcomes.ts'
import { captionOf } from './create-container.ts'
import { isGone } from './outcomes.ts'

const container = z.object({ status_code: z.string() })
const medias = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().default(''),
      media_type: z.string().optional(),
      timestamp: z.string(),
      permalink: z.string().nullish(),
      children: z.object({ data: z.array(z.unknown()) }).optional(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
})
type Medium = z.output<typeof medias>['data'][number]

/**
 * A container's status tells: PUBLISHED is live, FINISHED is not (docs/product/instagram.md "Lost answers"). Its medium is then looked up
 * by caption, kind and time; if it cannot be identified, the post is live with an unknown id. ERROR proves nothing after sending, since
 * media have gone live that Instagram had reported as blocked.
 */
export const lookUpMedia = async (
  api: Graph,
  task: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  const known = await lookUpContainer(api, task, search)
  return known.kind === 'absent' && search.lostUntil
    ? lookUpLostMedia(api, task, search, search.lostUntil)
    : known
}

const PAGE = 50
/** More media than anyone publishes in the time searched: an account may publish a hundred a day. */
const PAGES_MAX = 40
/** For so long a story is listed. */
const STORY_MS = 24 * 3_600_000

/**
 * Looks through the account's own media of the lost time, since the container that became the medium is not known: by caption, kind and
 * number of files. Media without a caption, and stories, which have none, cannot be told apart.
 */
const lookUpLostMedia = async (
  api: Graph,
  { account, content }: PublishTask,
  search: LookUpQuery,
  lostUntil: Date,
): Promise<LookUpResult> => {
  const isWordless = isStory(content.type) || captionOf(content).trim() === ''
  const askedAt = search.askedAt ?? lostUntil
  if (isStory(content.type) && askedAt.getTime() - search.sentAt.getTime() > STORY_MS)
    return onlyAlike('Stories of that time are no longer listed.')
  const { media, reply } = await readMediaSince(api, account, content, searchFrom(search).getTime())
  if (media === 'too_many') return onlyAlike('The account has too many posts since then to search.')
  if (!media) return cannotTell(reply)
  const [from, until] = [matchFrom(search, reply), matchUntil(search, reply)]
  const others = media.filter(each => !search.excludedIds.has(each.id))
  const ours = others.filter(each => {
    const at = Date.parse(each.timestamp)
    const isSameNumber = each.children === undefined || each.children.data.length === content.media.length
    return at >= from && at <= until && isSameNumber && looksLike(each, content)
  })
  // With several, which of them belongs to which publication does not matter, as long as each has one of its own (decision 23).
  const oldest = ours.at(-1)
  const isOther = isOfLostTime(search, reply)
  if (!oldest)
    return absent(
      others
        .filter(({ timestamp }) => isOther(Date.parse(timestamp)))
        .map(({ id, permalink = null }) => ({ externalId: id, permalink })),
    )
  if (isWordless) return onlyAlike()
  return {
    kind: 'present',
    externalId: oldest.id,
    permalink: oldest.permalink ?? null,
    matchedByContent: true,
    publishedAt: new Date(oldest.timestamp),
  }
}

/** Newest first, back to this time. `media` is null where a page could not be read. */
const readMediaSince = async (
  api: Graph,
  account: ConnectedAccount,
  { type }: PostContent,
  since: number,
): Promise<{ media: Medium[] | null | 'too_many'; reply: Reply }> => {
  const media: Medium[] = []
  let after: string | undefined
  for (let page = 1; ; page++) {
    const reply = await api.get(account, `${account.externalId}/${isStory(type) ? 'stories' : 'media'}`, {
      fields: 'id,caption,media_type,timestamp,permalink,children',
      limit: String(PAGE),
      ...(after ? { after } : {}),
    })
    const found = isOk(reply) ? parseBody(reply, medias) : null
    if (!found) return { media: null, reply }
    media.push(...found.data)
    const last = found.data.at(-1)
    after = found.paging?.next ? found.paging.cursors?.after : undefined
    if (!after || !last || Date.parse(last.timestamp) < since) return { media, reply }
    if (page === PAGES_MAX) return { media: 'too_many', reply }
  }
}

const lookUpContainer = async (
  api: Graph,
  { account, content, prepared }: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  if (!prepared.container_id) return { kind: 'absent' }
  const reply = await api.get(account, prepared.container_id, { fields: 'status_code' })
  const state = isOk(reply) ? parseBody(reply, container)?.status_code : undefined
  if (state === 'FINISHED' || state === 'EXPIRED') return { kind: 'absent' }
  // Long after a lost attempt its container no longer exists, and the media themselves have to tell.
  if (search.lostUntil && isGone(reply)) return { kind: 'absent' }
  if (state !== 'PUBLISHED' && state !== 'ERROR') return cannotTell(reply)
  const list = await api.get(
    account,
    `${account.externalId}/${isStory(content.type) ? 'stories' : 'media'}`,
    {
      fields: 'id,caption,media_type,timestamp,permalink',
      limit: '50',
    },
  )
  const found = isOk(list) ? parseBody(list, medias) : null
  if (!found) return cannotTell(list)
  const ours = found.data.filter(each => !search.excludedIds.has(each.id) && looksLike(each, content))
  const from = matchFrom(search, list)
  if (state === 'ERROR')
    return ours.some(({ timestamp }) => Date.parse(timestamp) >= from)
      ? cannotTell(reply)
      : { kind: 'absent' }
  const only = onlyMatchSince(ours, from) ?? onlyMatchSince(ours, wholeSecond(search.sentAt))
  if (!only) return { kind: 'present', externalId: null, permalink: null }
  return {
    kind: 'present',
    externalId: only.id,
    permalink: only.permalink ?? null,
    matchedByContent: true,
    publishedAt: new Date(only.timestamp),
  }
}

/** A container's medium is recognized by its caption; stories have none, so they all have the same key. */
export const duplicateKeyOf = (content: PostContent): string =>
  isStory(content.type) ? 'story' : `/${captionOf(content).trim()}`

const looksLike = ({ caption, media_type: kind }: Medium, content: PostContent): boolean =>
  // A story has no caption.
  (isStory(content.type) || caption.trim() === captionOf(content).trim()) &&
  (kind === undefined || kind === kindOf(content))

const kindOf = ({ media }: PostContent): string => {
  if (media.length > 1) return 'CAROUSEL_ALBUM'
  return media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE'
}

/** The only match since then. With several, binding the wrong one would be worse than not knowing. */
const onlyMatchSince = (fitting: readonly Medium[], since: number): Medium | null => {
  const [only, another] = fitting.filter(({ timestamp }) => Date.parse(timestamp) >= since)
  return only && !another ? only : null
}

/** Instagram rounds to whole seconds. */
const wholeSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000

const comments = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string().default(''), username: z.string().optional() })),
  paging: z.object({ next: z.string().optional() }).optional(),
})

/** Looks for the account's own comment under the post. */
export const lookUpComment =
  (api: Graph) =>
  async (account: ConnectedAccount, externalId: string, text: string): Promise<LookUpResult> => {
    const reply = await api.get(account, `${externalId}/comments`, {
      fields: 'id,text,username',
      limit: '50',
    })
    const found = isOk(reply) ? parseBody(reply, comments) : null
    if (!found) return cannotTell(reply)
    const { username: own } = account.details
    const ours = found.data.find(
      each => each.text.trim() === text.trim() && (!own || !each.username || each.username === own),
    )
    if (ours) return { kind: 'present', externalId: ours.id, permalink: null }
    // Among more comments than one page holds, it may be on another one.
    return found.paging?.next ? cannotTell(reply) : { kind: 'absent' }
  }
