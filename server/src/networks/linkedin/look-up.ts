import { linkedinCommentary, readLinkedinText } from '#domain/networks/linkedin-text.ts'
import { countFrom } from '#server/networks/look-up-window.ts'
import type { Delivery, Draft, LookUp, Search } from '#server/networks/network-adapter.ts'
import { isOk, read } from '../http.ts'
import { cannotTell } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'
import { imageKey } from './images.ts'
import { type LinkedinPost, linkedinPosts } from './posts.ts'

const PAGE = 100
/** More than anybody posts in the half hour that is looked back at. */
const MOST_PAGES = 10

/** Looks among the organization's own posts: by what was uploaded where anything was, else by text and link (networks.md part 7). */
export const lookUpShare = async (
  api: LinkedinApi,
  delivery: Delivery,
  search: Search,
  addressOf: (urn: string) => string,
): Promise<LookUp> => {
  const author = encodeUrn(organizationUrn(delivery.account))
  const isOurs = recognise(delivery)
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `posts?q=author&author=${author}&start=${page * PAGE}&count=${PAGE}&sortBy=CREATED`
    const reply = await api.get(delivery.account, path)
    const found = isOk(reply) ? read(reply, linkedinPosts) : null
    if (!found) return cannotTell(reply)
    const recent = found.elements.filter(({ createdAt }) => createdAt >= countFrom(search, reply))
    const ours = recent.find(post => !search.notThese.has(post.id) && isOurs(post))
    if (ours)
      return {
        ...{ kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) },
        ...(likenessOf(delivery.draft) === null ? {} : { byLikeness: true }),
      }
    // Newest first: what is further back is older than the call.
    if (found.elements.length < PAGE || recent.length < found.elements.length) return { kind: 'absent' }
  }
  return { kind: 'cannot_tell', response: 'The organization has posted too much to be looked through.' }
}

const recognise = ({ draft, prepared }: Delivery): ((post: LinkedinPost) => boolean) => {
  const isVideo = draft.media[0]?.kind === 'video'
  const uploaded = isVideo ? [prepared.video] : draft.media.map((_, index) => prepared[imageKey(index)])
  if (uploaded.length > 0)
    return ({ content }) => {
      const shown = content?.multiImage?.images ?? (content?.media ? [content.media] : [])
      return shown.length === uploaded.length && shown.every(({ id }) => uploaded.includes(id))
    }
  const text = textOf(draft)
  return ({ commentary, content }) =>
    readLinkedinText(commentary).trim() === text &&
    content?.article?.source === draft.link?.url &&
    // With an upload of its own it is another post, whatever it says.
    !content?.media &&
    !content?.multiImage
}

const textOf = ({ message, mentions }: Draft): string =>
  readLinkedinText(linkedinCommentary(message, mentions)).trim()

/** What is uploaded tells a post apart, a text and a link do not. */
export const likenessOf = (draft: Draft): string | null =>
  draft.media.length > 0 ? null : `${draft.link?.url ?? ''} ${textOf(draft)}`
