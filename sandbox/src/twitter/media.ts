import type { FastifyRequest } from 'fastify'
import { inspectPicture, type Picture, storePicture } from '../platform/media.ts'
import type { Media, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { decoders } from '../platform/video-refusals.ts'
import { failIfUploadsDown } from './call.ts'
import { TwitterError, twitterFaults } from './errors.ts'
import { mediaKey } from './text.ts'

export const largestImage = 5 * 1024 * 1024
const longestSide = 8192
const lifeSeconds = 86_400
const formats = ['jpeg', 'png', 'webp', 'gif']
const longestAltText = 1000

/** Whether Twitter takes a picture of this size. */
export const isAcceptedSize = ({ width, height }: Picture): boolean =>
  Math.max(width, height) <= longestSide && Math.min(width, height) >= 4

/** Uploads a small image in one multipart call. */
export async function uploadMedia(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Promise<HttpReply> {
  failIfUploadsDown(sandbox, account)
  if (!request.isMultipart()) throw new TwitterError(twitterFaults.invalid('media is required'))
  let bytes: Buffer | undefined
  let category = ''
  for await (const part of request.parts()) {
    if (part.type === 'file') bytes = await part.toBuffer()
    else if (part.fieldname === 'media_category') category = String(part.value)
  }
  if (!bytes) throw new TwitterError(twitterFaults.invalid('media is required'))
  if (category !== 'tweet_image') {
    throw new TwitterError(twitterFaults.invalid(`media_category [${category}] is not valid for this upload`))
  }
  if (bytes.length > largestImage) throw new TwitterError(twitterFaults.tooLarge)
  const picture = await inspectPicture(bytes)
  if (!picture || !formats.includes(picture.format)) {
    throw new TwitterError(twitterFaults.invalid('media type unrecognized.'))
  }
  if (!isAcceptedSize(picture))
    throw new TwitterError(twitterFaults.invalid('Image dimensions must be between 4x4 and 8192x8192'))
  const media = storePicture(sandbox, {
    id: sandbox.ids.twitter(),
    network: 'twitter',
    account: account.id,
    picture,
  })
  const image = { image_type: media.mime, w: media.width, h: media.height }
  const data = {
    id: media.id,
    media_key: mediaKey(media),
    size: media.size,
    expires_after_secs: lifeSeconds,
    image,
  }
  return { status: 200, body: { data } }
}

/** Sets the alt text before the media is posted. */
export function setMetadata(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  const body = (request.body ?? {}) as { id?: unknown; metadata?: { alt_text?: { text?: unknown } } }
  const [media] = usableMedia(sandbox, account, [body.id])
  const text = body.metadata?.alt_text?.text
  if (!media || typeof text !== 'string')
    throw new TwitterError(twitterFaults.invalid('alt_text is required'))
  if (text.length > longestAltText) {
    throw new TwitterError(twitterFaults.invalid('alt_text must be at most 1000 characters'))
  }
  if (media.kind === 'video')
    throw new TwitterError(twitterFaults.invalid('alt_text is for images and GIFs only'))
  sandbox.store.put('media', { ...media, alt_text: text })
  const data = { id: media.id, associated_metadata: { alt_text: { text } } }
  return { status: 200, body: { data } }
}

/** The user's own processed uploads of the last day, in the given order. @throws TwitterError */
export function usableMedia(sandbox: Sandbox, account: SandboxAccount, ids: readonly unknown[]): Media[] {
  return ids.map(id => {
    const media = typeof id === 'string' ? sandbox.store.get('media', id) : undefined
    if (media?.network === 'twitter' && media.account === account.id && isUsable(media, sandbox.now()))
      return media
    throw new TwitterError(twitterFaults.invalid('Your media IDs are invalid.', { 'media.media_ids': ids }))
  })
}

function isUsable({ created_at, ready_at, failure }: Media, now: number): boolean {
  const isReady = ready_at !== undefined && ready_at <= now && failure === undefined
  return isReady && now - created_at < lifeSeconds * 1000
}

/** Four photos, or one GIF, or one video, which this user may post if it is no longer than 140 seconds. */
export function checkMixture(media: readonly Media[]): void {
  const [, longestMs] = decoders.twitter.milliseconds
  if (media.some(({ duration_ms: length = 0 }) => length > longestMs))
    throw new TwitterError(twitterFaults.tooLong)
  const isAlone = media.length === 1
  if (isAlone || media.every(({ kind }) => kind === 'image')) return
  throw new TwitterError(
    twitterFaults.invalid('The media IDs given do not fit together: 4 photos, or 1 GIF, or 1 video.'),
  )
}
