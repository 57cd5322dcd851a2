import { asciiAddress } from '#domain/kernel/lookup-name.ts'
import { linkedinCommentary, readLinkedinText } from '#domain/networks/linkedin-text.ts'
import { absent, isOfLostTime, type Match, matchFrom, matchUntil } from '#server/networks/look-up-window.ts'
import type {
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
  SeenPost,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell, onlyAlike } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'
import { imageKey } from './images.ts'
import { type LinkedinPost, linkedinPosts } from './posts.ts'

const PAGE = 100
/** More posts than anyone publishes in the time searched. */
const PAGES_MAX = 10

/**
 * Looks for the post among the organization's own: by its uploads or, without media, by text and link (docs/product/networks.md "Lost
 * answers"). Where the ids of the uploads may be lost, it is also recognised by the text and the number and kind of its files.
 */
export const lookUpShare = async (
  api: LinkedinApi,
  task: PublishTask,
  search: LookUpQuery,
  addressOf: (urn: string) => string,
): Promise<LookUpResult> => {
  const author = encodeUrn(organizationUrn(task.account))
  const compare = createComparison(task, search)
  const others: SeenPost[] = []
  let isAlike = false
  for (let page = 0; page < PAGES_MAX; page++) {
    const path = `posts?q=author&author=${author}&start=${page * PAGE}&count=${PAGE}&sortBy=CREATED`
    const reply = await api.get(task.account, path)
    const found = isOk(reply) ? parseBody(reply, linkedinPosts) : null
    if (!found) return cannotTell(reply)
    const [from, until] = [matchFrom(search, reply), matchUntil(search, reply)]
    const recent = found.elements.filter(({ createdAt }) => createdAt >= from)
    const matches = recent
      .filter(post => !search.excludedIds.has(post.id) && post.createdAt <= until)
      .map(post => ({ post, match: compare(post) }))
    const ours = matches.find(({ match }) => match === 'own_id' || match === 'content')
    if (ours)
      return {
        kind: 'present',
        externalId: ours.post.id,
        permalink: addressOf(ours.post.id),
        ...(ours.match === 'own_id' ? {} : { matchedByContent: true }),
        publishedAt: new Date(ours.post.createdAt),
      }
    isAlike ||= matches.some(({ match }) => match === 'alike')
    const isOther = isOfLostTime(search, reply)
    for (const { post } of matches)
      if (isOther(post.createdAt)) others.push({ externalId: post.id, permalink: addressOf(post.id) })
    // Newest first, so later pages are older than the call.
    if (found.elements.length < PAGE || recent.length < found.elements.length)
      return isAlike ? onlyAlike() : absent(others)
  }
  const response = 'The organization has too many recent posts to search.'
  return search.lostUntil ? onlyAlike(response) : { kind: 'cannot_tell', response }
}

const createComparison = (
  { content, prepared }: PublishTask,
  { lostUntil }: LookUpQuery,
): ((post: LinkedinPost) => Match) => {
  const isVideo = content.media[0]?.kind === 'video'
  const uploaded = isVideo ? [prepared.video] : content.media.map((_, index) => prepared[imageKey(index)])
  const text = textOf(content)
  if (uploaded.length > 0)
    return ({ commentary, content: found }) => {
      const shown = found?.multiImage?.images ?? (found?.media ? [found.media] : [])
      if (shown.length !== uploaded.length) return 'other'
      if (shown.every(({ id }) => uploaded.includes(id))) return 'own_id'
      const isOfKind = shown.every(({ id }) => id.startsWith('urn:li:video:') === isVideo)
      if (!lostUntil || !isOfKind || readLinkedinText(commentary).trim() !== text) return 'other'
      return text === '' ? 'alike' : 'content'
    }
  return ({ commentary, content: found }) =>
    readLinkedinText(commentary).trim() === text &&
    found?.article?.source === (content.link ? asciiAddress(content.link.url) : undefined) &&
    // A post with uploaded media is a different one, whatever its text.
    !found?.media &&
    !found?.multiImage
      ? 'content'
      : 'other'
}

const textOf = ({ message, mentions }: PostContent): string =>
  readLinkedinText(linkedinCommentary(message, mentions)).trim()

/** Uploads identify a post; without media, text and link have to. */
export const duplicateKeyOf = (content: PostContent): string | null =>
  content.media.length > 0 ? null : `${content.link?.url ?? ''} ${textOf(content)}`
