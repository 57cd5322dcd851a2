import { linkedinCommentary, readLinkedinText } from '#domain/networks/linkedin-text.ts'
import { isOk, read } from '../http.ts'
import type { Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'
import { imageKey } from './images.ts'
import { type LinkedinPost, linkedinPosts } from './posts.ts'

/** LinkedIn's clock is not ours. */
const LOOK_BACK_MS = 60_000

/** Looks among the organization's own posts: by what was uploaded where anything was, else by text and link (networks.md part 7). */
export const lookUpShare = async (
  api: LinkedinApi,
  delivery: Delivery,
  { sentAt, notThese }: Search,
  addressOf: (urn: string) => string,
): Promise<LookUp> => {
  const author = encodeUrn(organizationUrn(delivery.account))
  const reply = await api.get(delivery.account, `posts?q=author&author=${author}&count=100&sortBy=CREATED`)
  const found = isOk(reply) ? read(reply, linkedinPosts) : null
  if (!found) return cannotTell(reply)
  const isOurs = recognise(delivery)
  const ours = found.elements.find(
    post => !notThese.has(post.id) && post.createdAt >= sentAt.getTime() - LOOK_BACK_MS && isOurs(post),
  )
  return ours ? { kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) } : { kind: 'absent' }
}

const recognise = ({ draft, prepared }: Delivery): ((post: LinkedinPost) => boolean) => {
  const isVideo = draft.media[0]?.kind === 'video'
  const uploaded = isVideo ? [prepared.video] : draft.media.map((_, index) => prepared[imageKey(index)])
  if (uploaded.length > 0)
    return ({ content }) => {
      const shown = content?.multiImage?.images ?? (content?.media ? [content.media] : [])
      return shown.length === uploaded.length && shown.every(({ id }) => uploaded.includes(id))
    }
  const text = readLinkedinText(linkedinCommentary(draft.message, draft.mentions)).trim()
  return ({ commentary, content }) =>
    readLinkedinText(commentary).trim() === text && content?.article?.source === draft.link?.url
}
