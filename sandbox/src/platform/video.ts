import { createHash } from 'node:crypto'
import {
  BufferSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import { contentTypes } from './media.ts'
import type { Media, SocialNetwork } from './model.ts'
import type { Sandbox } from './sandbox.ts'
import { readSequence } from './sequence-parameters.ts'
import { readFacts, type VideoFacts } from './video-facts.ts'

export type Video = {
  bytes: Buffer
  mime: string
  width: number
  height: number
  duration_ms: number
  facts: VideoFacts
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
    const facts = readFacts(bytes) ?? (await factsOfOthers(track, await input.getPrimaryAudioTrack()))
    return { bytes, mime, width: track.displayWidth, height: track.displayHeight, duration_ms, facts }
  } catch (error) {
    // The bytes are in memory, so whatever fails is their parsing.
    if (error instanceof Error) return undefined
    throw error
  } finally {
    input.dispose()
  }
}

const chromas: Record<string, number> = { '110': 1, '100': 2, '000': 3 }

/** Of WebM and Matroska, which have no tables. */
async function factsOfOthers(track: InputVideoTrack, sound: InputAudioTrack | null): Promise<VideoFacts> {
  const { averagePacketRate: rate } = await track.computePacketStats(200)
  const config = await track.getDecoderConfig()
  const record = config?.description ? Buffer.from(config.description as Uint8Array) : undefined
  const parts = config?.codec.split('.') ?? []
  const isAvc = track.codec === 'avc' && record !== undefined
  return {
    codec: track.codec ?? 'none',
    ...(isAvc
      ? readSequence(record.subarray(8, 8 + record.readUInt16BE(6)))
      : { interlaced: false, bits: Number(parts[3] ?? 8) || 8, chroma: chromas[parts[5] ?? ''] ?? 1 }),
    transfer: (await track.hasHighDynamicRange()) ? 16 : undefined,
    rate,
    steady: true,
    openGroups: false,
    squarePixels: track.pixelAspectRatio.num === track.pixelAspectRatio.den,
    sound: sound
      ? { codec: sound.codec ?? 'none', channels: sound.numberOfChannels, hertz: sound.sampleRate }
      : undefined,
    editList: false,
    indexFirst: true,
    cutOff: false,
  }
}

/** PQ and HLG, by their numbers in ITU-T H.273. */
const highDynamicRange = [16, 18]

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
    ...(highDynamicRange.includes(video.facts.transfer ?? 0) && { shown_as: 'washed out' }),
  }
  sandbox.store.put('media', media)
  return media
}
