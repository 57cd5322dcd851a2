import type { FastifyRequest } from 'fastify'
import { inspectPicture, type Picture, storePicture } from '../platform/media.ts'
import type { Media, SandboxAccount, Upload } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { inspectVideo, storeVideo } from '../platform/video.ts'
import type { VideoFacts } from '../platform/video-facts.ts'
import { decoders, refusalOf } from '../platform/video-refusals.ts'
import { failIfUploadsDown } from './call.ts'
import { TwitterError, twitterFaults } from './errors.ts'
import { mediaKey } from './text.ts'

const lifeSeconds = 86_400
/** The largest request that X's edge accepts; larger ones got a 413 (docs/product/twitter.md "Media upload"). */
const largestSegment = 5_000_000
/** Of an upload. What a post may have is checked when it is made. */
const longestVideoMs = 20 * 60_000
const processingMs = 1_200

const kinds: Record<string, Media['kind']> = {
  tweet_image: 'image',
  tweet_gif: 'gif',
  tweet_video: 'video',
  amplify_video: 'video',
}
const largest: Record<Media['kind'], number> = { image: 5_242_880, gif: 15_728_640, video: 536_870_912 }

const unreadable: VideoFacts = {
  codec: 'none',
  interlaced: false,
  steady: true,
  openGroups: false,
  squarePixels: true,
  editList: false,
  indexFirst: true,
  cutOff: false,
}

const invalid = (message: string) => new TwitterError(twitterFaults.invalid(message))

/** `POST /2/media/upload/initialize`: begins a chunked upload. */
export function initializeUpload(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): HttpReply {
  failIfUploadsDown(sandbox, account)
  const body = (request.body ?? {}) as {
    media_type?: unknown
    media_category?: unknown
    total_bytes?: unknown
  }
  const { media_type: mime, media_category: category, total_bytes: size } = body
  const kind = typeof category === 'string' ? kinds[category] : undefined
  if (!kind || typeof mime !== 'string') throw invalid('media_category or media_type is not valid')
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > largest[kind])
    throw invalid(`total_bytes must be between 1 and ${largest[kind]}`)
  const id = sandbox.ids.twitter()
  const upload: Upload = {
    id,
    network: 'twitter',
    account: account.id,
    created_at: sandbox.now(),
    media: mediaKey({ id, kind }),
    mime,
    size,
    parts: [],
  }
  sandbox.store.put('upload', upload)
  return { status: 200, body: { data: { id, media_key: upload.media, expires_after_secs: lifeSeconds } } }
}

function ownUpload(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): Upload {
  const upload = sandbox.store.get('upload', (request.params as { id: string }).id)
  const isOurs = upload?.network === 'twitter' && upload.account === account.id
  if (isOurs && sandbox.now() - upload.created_at < lifeSeconds * 1000) return upload
  throw invalid('Invalid mediaId')
}

/** `POST /2/media/upload/{id}/append`. A segment that is sent again replaces the first one. */
export async function appendUpload(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Promise<HttpReply> {
  failIfUploadsDown(sandbox, account)
  if (!request.isMultipart()) throw invalid('media is required')
  let bytes: Buffer | undefined
  let index = Number.NaN
  for await (const part of request.parts()) {
    if (part.type === 'file') bytes = await part.toBuffer()
    else if (part.fieldname === 'segment_index') index = Number(part.value)
  }
  if (!bytes) throw invalid('media is required')
  if (bytes.length > largestSegment) throw new TwitterError(twitterFaults.tooLarge)
  if (!(Number.isInteger(index) && index >= 0 && index <= 9_999))
    throw invalid('segment_index must be between 0 and 9999')
  // Read after the body has arrived: another segment may have arrived in the meantime.
  const upload = ownUpload(sandbox, request, account)
  if (upload.finished_at !== undefined) throw invalid('The media upload is already finalized.')
  const file = `${sandbox.ids.file()}.part`
  sandbox.store.writeFile(file, bytes)
  const others = upload.parts.filter(part => part.index !== index)
  const parts = [...others, { index, first: 0, size: bytes.length, etag: '', file }]
  sandbox.store.put('upload', { ...upload, parts: parts.sort((a, b) => a.index - b.index) })
  return { status: 200, body: { data: { expires_at: Math.floor(upload.created_at / 1000) + lifeSeconds } } }
}

/** `POST /2/media/upload/{id}/finalize`: assembles the segments; none may be missing. */
export async function finalizeUpload(
  sandbox: Sandbox,
  request: FastifyRequest,
  account: SandboxAccount,
): Promise<HttpReply> {
  failIfUploadsDown(sandbox, account)
  const upload = ownUpload(sandbox, request, account)
  if (upload.finished_at !== undefined) throw invalid('The media upload is already finalized.')
  if (upload.parts.some((part, place) => part.index !== place)) throw invalid('Segments do not add up')
  const pieces = upload.parts.map(({ file }) => sandbox.store.readFile(file) ?? Buffer.alloc(0))
  const bytes = Buffer.concat(pieces)
  if (bytes.length !== upload.size) throw invalid('Segments do not add up to provided total bytes.')
  const media = await storeMedia(sandbox, upload, bytes)
  sandbox.store.put('upload', { ...upload, finished_at: sandbox.now() })
  return { status: 200, body: { data: uploadedData(sandbox, media) } }
}

async function storeMedia(
  sandbox: Sandbox,
  { id, media, mime, account }: Upload,
  bytes: Buffer,
): Promise<Media> {
  const owner = { id, network: 'twitter' as const, account }
  if (media.startsWith('3_')) {
    const picture = await inspectPicture(bytes)
    if (!picture) throw invalid('media type unrecognized.')
    return storePicture(sandbox, { ...owner, picture })
  }
  const readyAt = sandbox.now() + processingMs
  if (media.startsWith('16_')) {
    const picture = await inspectPicture(bytes)
    if (picture?.format !== 'gif') throw invalid('media type unrecognized.')
    const stored = storePicture(sandbox, { ...owner, picture }, readyAt)
    const refusal = refusalOfGif(picture)
    return refusal === undefined ? applyOrderedFault(sandbox, stored) : fail(sandbox, stored, refusal)
  }
  const found = await inspectVideo(bytes)
  // X accepts the bytes and checks them in processing.
  const video = found ?? { bytes, mime, width: 0, height: 0, duration_ms: 0, facts: unreadable }
  const kept = storeVideo(sandbox, { ...owner, video }, readyAt)
  if (!found) return fail(sandbox, kept, 'file is invalid')
  const [least] = decoders.twitter.milliseconds
  const refusal = refusalOf(found, { ...decoders.twitter, milliseconds: [least, longestVideoMs] })
  if (refusal === undefined) return applyOrderedFault(sandbox, kept)
  if (found.duration_ms <= longestVideoMs) return fail(sandbox, kept, refusal)
  const seconds = Math.round(found.duration_ms / 1000)
  return fail(sandbox, kept, `Duration ${seconds}.seconds exceeds max duration of 20.minutes`)
}

function refusalOfGif({ width, height, frames }: Picture): string | undefined {
  if (width > 1280 || height > 1080) return `GIF of ${width}x${height} exceeds 1280x1080`
  if (frames > 350) return `GIF of ${frames} frames exceeds 350`
  return width * height * frames > 300_000_000 ? 'GIF has too many pixels in all its frames' : undefined
}

function fail(sandbox: Sandbox, media: Media, failure: string): Media {
  const failed = { ...media, failure }
  sandbox.store.put('media', failed)
  return failed
}

/** Makes processing fail or never end if a fault says so. */
function applyOrderedFault(sandbox: Sandbox, media: Media): Media {
  const fault = sandbox.faults.take('processing', 'twitter', media.account)
  if (!fault) return media
  if (fault.fault === 'processing_failed') return fail(sandbox, media, 'file is invalid')
  const endless = { ...media, ready_at: Number.MAX_SAFE_INTEGER }
  sandbox.store.put('media', endless)
  return endless
}

/** `GET /2/media/upload?command=STATUS&media_id=`: the progress of processing. */
export function uploadStatus(sandbox: Sandbox, request: FastifyRequest, account: SandboxAccount): HttpReply {
  const { command, media_id: id = '' } = request.query as Record<string, string>
  if (command !== 'STATUS') throw invalid('command must be STATUS')
  const media = sandbox.store.get('media', id)
  const isOurs = media?.network === 'twitter' && media.account === account.id
  // Also refused if there is nothing to process.
  if (!isOurs || media.kind === 'image') throw invalid('BadRequest: Not found')
  return { status: 200, body: { data: uploadedData(sandbox, media) } }
}

function uploadedData(sandbox: Sandbox, media: Media) {
  const { id, size } = media
  const data = { id, media_key: mediaKey(media), size, expires_after_secs: lifeSeconds }
  if (media.kind === 'image')
    return { ...data, image: { image_type: media.mime, w: media.width, h: media.height } }
  return { ...data, processing_info: processingOf(sandbox.now(), media) }
}

function processingOf(now: number, { created_at, ready_at = 0, failure }: Media) {
  if (now < ready_at) {
    if (now - created_at < 300) return { state: 'pending', check_after_secs: 1 }
    const share = Math.round((100 * (now - created_at)) / (ready_at - created_at))
    return { state: 'in_progress', progress_percent: Math.min(share, 99), check_after_secs: 1 }
  }
  if (failure === undefined) return { state: 'succeeded', progress_percent: 100 }
  const error = { code: 1, name: 'InvalidMedia', message: failure }
  return { state: 'failed', progress_percent: 100, error }
}
