import { createHash } from 'node:crypto'
import { BufferSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { contentTypes } from './media.ts'
import type { Media, SocialNetwork } from './model.ts'
import type { Sandbox } from './sandbox.ts'

export type Video = {
  bytes: Buffer
  mime: string
  width: number
  height: number
  duration_ms: number
}

/** Reads type, size and length from the bytes; undefined if they are not a video. */
export async function inspectVideo(bytes: Buffer): Promise<Video | undefined> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA],
    source: new BufferSource(new Uint8Array(bytes)),
  })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const mime = (await input.getMimeType()).split(';')[0] ?? 'video/mp4'
    const duration_ms = Math.round((await input.computeDuration()) * 1000)
    return { bytes, mime, width: track.displayWidth, height: track.displayHeight, duration_ms }
  } catch (error) {
    // The bytes are in memory, so whatever fails is their parsing.
    if (error instanceof Error) return undefined
    throw error
  } finally {
    input.dispose()
  }
}

export type NewVideo = {
  id: string
  network: SocialNetwork
  account: string
  video: Video
  title?: string
  alt_text?: string
  thumbnail?: string
  content_tags?: string[]
}

/** Stores the bytes, then the row that names them. `readyAt` is when processing will be finished. */
export function storeVideo(sandbox: Sandbox, { video, ...owner }: NewVideo, readyAt: number): Media {
  const ending = Object.entries(contentTypes).find(([, mime]) => mime === video.mime)?.[0] ?? 'mp4'
  const file = `${sandbox.ids.file()}.${ending}`
  sandbox.store.writeFile(file, video.bytes)
  const media: Media = {
    kind: 'video',
    ...owner,
    created_at: sandbox.now(),
    file,
    mime: video.mime,
    size: video.bytes.length,
    width: video.width,
    height: video.height,
    duration_ms: video.duration_ms,
    sha256: createHash('sha256').update(video.bytes).digest('hex'),
    ready_at: readyAt,
  }
  sandbox.store.put('media', media)
  return media
}
