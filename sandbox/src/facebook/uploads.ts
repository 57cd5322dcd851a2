import { randomBytes } from 'node:crypto'
import { parseJson } from '#domain/kernel/json.ts'
import type { GraphCall } from '../meta/call.ts'
import { GraphError, type GraphFault } from '../meta/errors.ts'
import { inspectPicture } from '../platform/media.ts'
import type { Media, Upload } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { inspectVideo, storeVideo } from '../platform/video.ts'
import { type Decoder, decoders, refusalOf } from '../platform/video-refusals.ts'

/** How long the network works on a video before it is ready. What it has received in pieces it has begun with. */
const processingMs = { videos: 300, video_reels: 1_000, video_stories: 1_000 }
const NEVER = Number.MAX_SAFE_INTEGER
const feed = decoders.facebookFeed

export const uploadFaults = {
  sessionUnknown: {
    message: 'There was a problem uploading your video file. Please try again with another file.',
    code: 100,
    subcode: 1363041,
    title: 'Invalid Upload Session',
    userMessage: 'The upload session has expired or does not exist.',
  },
  badOffset: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363037,
    title: 'Invalid Start Offset',
    userMessage: 'The start offset of this chunk does not match.',
  },
  sizeMismatch: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363045,
    title: 'File Size Mismatch',
    userMessage: 'The video file that was uploaded does not have the size that was announced.',
  },
  badFormat: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363024,
    title: 'Unsupported Video Format',
    userMessage: 'The video file you selected is in a format that we do not support.',
  },
  tooLarge: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363023,
    title: 'Video Too Large',
    userMessage: 'The video file is larger than 2 GB.',
  },
  tooSmall: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363022,
    title: 'Video Too Small',
    userMessage: 'The video file is smaller than 1 KB.',
  },
  tooShort: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363025,
    title: 'Video Too Short',
    userMessage: 'The video is shorter than 1 second.',
  },
  tooLong: {
    message: 'Invalid parameter',
    code: 100,
    subcode: 1363026,
    title: 'Video Too Long',
    userMessage: 'The video is longer than 40 minutes.',
  },
} satisfies Record<string, GraphFault>

/** Begins an upload and assigns the id of the future video. */
export function openUpload(
  { sandbox, account }: GraphCall,
  size: number,
  edge: NonNullable<Upload['edge']> = 'videos',
): Upload {
  if (!(size >= feed.leastBytes)) throw new GraphError(uploadFaults.tooSmall)
  if (size > feed.bytes) throw new GraphError(uploadFaults.tooLarge)
  const upload: Upload = {
    id: sandbox.ids.facebook(),
    network: 'facebook',
    account: account.id,
    created_at: sandbox.now(),
    media: sandbox.ids.facebook(),
    mime: 'video/mp4',
    size,
    edge,
    parts: [],
  }
  sandbox.store.put('upload', upload)
  return upload
}

export function findUpload({ sandbox, account }: GraphCall, id: string | undefined): Upload {
  const upload = sandbox.store.get('upload', id ?? '')
  if (upload?.account !== account.id) throw new GraphError(uploadFaults.sessionUnknown)
  return upload
}

/** The upload of a video that is not complete yet. */
export function uploadOfVideo({ sandbox, account }: GraphCall, video: string): Upload | undefined {
  const mine = sandbox.store.list('upload', { network: 'facebook', account: account.id })
  return mine.find(({ media }) => media === video)
}

export const receivedBytes = ({ parts }: Upload): number => parts.reduce((sum, { size }) => sum + size, 0)

/** Stores the next part. @throws GraphError if it does not begin where the previous one ended */
export function receivePart(sandbox: Sandbox, upload: Upload, offset: number, bytes: Buffer): Upload {
  const first = receivedBytes(upload)
  if (offset !== first || first + bytes.length > upload.size) throw new GraphError(uploadFaults.badOffset)
  if (bytes.length === 0) return upload
  const file = `${sandbox.ids.file()}.part`
  sandbox.store.writeFile(file, bytes)
  const part = {
    index: upload.parts.length,
    first,
    size: bytes.length,
    etag: randomBytes(8).toString('hex'),
    file,
  }
  const longer = { ...upload, parts: [...upload.parts, part] }
  sandbox.store.put('upload', longer)
  return longer
}

export type VideoDetails = Pick<Media, 'title' | 'description' | 'content_tags' | 'thumbnail' | 'edge'>

/** Assembles the video under the id that was assigned to it and begins to process it. */
export async function finishUpload(
  { sandbox, account }: GraphCall,
  upload: Upload,
  details: VideoDetails = {},
  decoder: Decoder = feed,
): Promise<Media> {
  if (receivedBytes(upload) !== upload.size) throw new GraphError(uploadFaults.sizeMismatch)
  const pieces = upload.parts.map(({ file }) => sandbox.store.readFile(file) ?? Buffer.alloc(0))
  const all = { ...details, edge: upload.edge ?? ('videos' as const) }
  const media = await receiveVideo(sandbox, account.id, upload.media, Buffer.concat(pieces), all, decoder)
  sandbox.store.put('upload', { ...upload, finished_at: sandbox.now() })
  return media
}

/** Stores a complete video and begins to process it; a fault can make processing fail or never end. */
export async function receiveVideo(
  sandbox: Sandbox,
  account: string,
  id: string,
  bytes: Buffer,
  details: VideoDetails,
  decoder: Decoder = feed,
): Promise<Media> {
  const video = await inspectVideo(bytes)
  if (!video) throw new GraphError(uploadFaults.badFormat)
  const [shortest, longest] = feed.milliseconds
  // What is wrong with a reel or a story is said later.
  if (decoder === feed && video.duration_ms < shortest) throw new GraphError(uploadFaults.tooShort)
  if (decoder === feed && video.duration_ms > longest) throw new GraphError(uploadFaults.tooLong)
  const refusal = refusalOf(video, decoder)
  const fault = sandbox.faults.take('processing', 'facebook', account)?.fault
  const readyAt =
    fault === 'processing_forever' ? NEVER : sandbox.now() + processingMs[details.edge ?? 'videos']
  const { description, edge = 'videos', ...rest } = details
  const kept = storeVideo(sandbox, { id, network: 'facebook', account, video, ...rest }, readyAt)
  const media: Media = {
    ...kept,
    edge,
    // A video that is higher than wide moves to the reels and does not go out, though every call succeeds.
    ...(edge === 'videos' && video.height > video.width && { ready_at: NEVER }),
    ...(description && { description }),
    ...((fault === 'processing_failed' || refusal) && {
      failure: `There was a problem processing the video${refusal ? `: ${refusal}` : ''}.`,
    }),
  }
  sandbox.store.put('media', media)
  return media
}

/** Reads a video's title, description, keywords and thumbnail. */
export async function readDetails({ sandbox, params, files }: GraphCall): Promise<VideoDetails> {
  const thumbnail = files.thumb && (await inspectPicture(files.thumb))
  if (files.thumb && !thumbnail) {
    throw new GraphError({ message: '(#100) Invalid thumbnail image', code: 100, subcode: 1363057 })
  }
  const file = thumbnail && `${sandbox.ids.file()}.${thumbnail.format}`
  if (file) sandbox.store.writeFile(file, thumbnail.bytes)
  const tags = readTags(params.content_tags)
  return {
    ...(params.title && { title: params.title }),
    ...(params.description && { description: params.description }),
    ...(tags.length > 0 && { content_tags: tags }),
    ...(file && { thumbnail: file }),
  }
}

function readTags(text = '[]'): string[] {
  const tags = parseJson(text)
  if (Array.isArray(tags) && tags.every(tag => /^\d+$/.test(String(tag)))) return tags.map(String)
  throw new GraphError({ message: '(#100) Param content_tags must be an array of numeric ids.', code: 100 })
}
