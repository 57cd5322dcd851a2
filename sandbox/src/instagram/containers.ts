import { fetchBytes, inspectPicture, keepPicture, type Picture } from '../media.ts'
import type { GraphCall } from '../meta/call.ts'
import { missingParameter } from '../meta/errors.ts'
import type { Container } from '../model.ts'
import type { Answer } from '../sandbox.ts'
import { ownAccount } from './account.ts'
import { instagramFaults, refuse } from './faults.ts'

/** How long the network works on a photo before it may be published. */
const processingMs = 1000
const lifeMs = 24 * 3_600_000
const largestPhoto = 8 * 1024 * 1024
const longestCaption = 2200
const longestAltText = 1000
/** Sizes are whole pixels, so 4:5 of an odd width is never exact. */
const ratio = { least: 0.8 - 0.005, most: 1.91 + 0.005 }

/** Step one of three: hand over a photo by its address and get a container. */
export async function createContainer(call: GraphCall): Promise<Answer> {
  ownAccount(call)
  const { sandbox, account } = call
  const { image_url: imageUrl, caption = '', alt_text: alt, media_type: type } = call.params
  if (type !== undefined && type !== 'IMAGE') refuse(instagramFaults.unknownMediaType)
  if (!imageUrl) throw missingParameter('image_url')
  if (alt && alt.length > longestAltText) refuse(instagramFaults.altTextTooLong)
  checkCaption(caption)
  const picture = await fetchPhoto(imageUrl)
  const id = sandbox.ids.instagramContainer()
  const media = `${id}-photo`
  const owned = { network: 'instagram' as const, account: account.id, ...(alt && { alt_text: alt }) }
  keepPicture(sandbox, { ...owned, id: media, picture })
  const now = sandbox.now()
  sandbox.store.put('container', {
    ...owned,
    id,
    media,
    caption,
    created_at: now,
    ready_at: now + processingMs,
  })
  return { status: 200, body: { id } }
}

function checkCaption(caption: string) {
  const tags = caption.match(/#[\p{L}\p{N}_]+/gu) ?? []
  const mentions = caption.match(/@[\w.]+/g) ?? []
  if (caption.length <= longestCaption && tags.length <= 30 && mentions.length <= 20) return
  refuse(instagramFaults.captionTooLong)
}

async function fetchPhoto(url: string): Promise<Picture> {
  const bytes = URL.canParse(url) ? await fetchBytes(url) : undefined
  if (!bytes) return refuse(instagramFaults.cannotFetch(url))
  if (bytes.length > largestPhoto) refuse(instagramFaults.tooLarge)
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const picture = isJpeg ? await inspectPicture(bytes) : undefined
  if (!picture) return refuse(instagramFaults.badFormat)
  const shape = picture.width / picture.height
  if (shape < ratio.least || shape > ratio.most) refuse(instagramFaults.badRatio(shape))
  return picture
}

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED'

export function statusOf(container: Container, now: number): ContainerStatus {
  if (container.published_as) return 'PUBLISHED'
  if (now - container.created_at > lifeMs) return 'EXPIRED'
  return now >= container.ready_at ? 'FINISHED' : 'IN_PROGRESS'
}

const statusTexts: Record<ContainerStatus, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  EXPIRED: 'Expired: The media container was not published within 24 hours and has expired.',
}

export function containerNode(container: Container, now: number) {
  const code = statusOf(container, now)
  return { id: container.id, status_code: code, status: statusTexts[code] }
}
