import { linkedinCommentary, readLinkedinText } from '#domain/networks/linkedin-text.ts'
import { matchFrom } from '#server/networks/look-up-window.ts'
import type { LookUpQuery, LookUpResult, PostContent, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { cannotTell } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'
import { imageKey } from './images.ts'
import { type LinkedinPost, linkedinPosts } from './posts.ts'

const PAGE = 100
/** More posts than anyone publishes in the time searched. */
const MOST_PAGES = 10

/** Looks for the post among the organization's own: by its uploads or, without media, by text and link (docs/product/networks.md "Lost answers"). */
export const lookUpShare = async (
  api: LinkedinApi,
  task: PublishTask,
  search: LookUpQuery,
  addressOf: (urn: string) => string,
): Promise<LookUpResult> => {
  const author = encodeUrn(organizationUrn(task.account))
  const isOurs = createMatcher(task)
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `posts?q=author&author=${author}&start=${page * PAGE}&count=${PAGE}&sortBy=CREATED`
    const reply = await api.get(task.account, path)
    const found = isOk(reply) ? parseBody(reply, linkedinPosts) : null
    if (!found) return cannotTell(reply)
    const recent = found.elements.filter(({ createdAt }) => createdAt >= matchFrom(search, reply))
    const ours = recent.find(post => !search.excludedIds.has(post.id) && isOurs(post))
    if (ours)
      return {
        ...{ kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) },
        ...(duplicateKeyOf(task.content) === null ? {} : { matchedByContent: true }),
      }
    // Newest first, so later pages are older than the call.
    if (found.elements.length < PAGE || recent.length < found.elements.length) return { kind: 'absent' }
  }
  return { kind: 'cannot_tell', response: 'The organization has too many recent posts to search.' }
}

const createMatcher = ({ content, prepared }: PublishTask): ((post: LinkedinPost) => boolean) => {
  const isVideo = content.media[0]?.kind === 'video'
  const uploaded = isVideo ? [prepared.video] : content.media.map((_, index) => prepared[imageKey(index)])
  if (uploaded.length > 0)
    return ({ content: found }) => {
      const shown = found?.multiImage?.images ?? (found?.media ? [found.media] : [])
      return shown.length === uploaded.length && shown.every(({ id }) => uploaded.includes(id))
    }
  const text = textOf(content)
  return ({ commentary, content: found }) =>
    readLinkedinText(commentary).trim() === text &&
    found?.article?.source === content.link?.url &&
    // A post with uploaded media is a different one, whatever its text.
    !found?.media &&
    !found?.multiImage
}

const textOf = ({ message, mentions }: PostContent): string =>
  readLinkedinText(linkedinCommentary(message, mentions)).trim()

/** Uploads identify a post; without media, text and link have to. */
export const duplicateKeyOf = (content: PostContent): string | null =>
  content.media.length > 0 ? null : `${content.link?.url ?? ''} ${textOf(content)}`
