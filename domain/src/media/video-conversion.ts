import { editorVideoCapBytes } from '#domain/networks/media-limits.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { ImageShape, MediaFile, PostType, Size, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import { constantRateFor, convertedStream, repackedStream } from '#domain/networks/video-stream.ts'

/**
 * What a converted video must be: its size in pixels, both even, its least and most bytes, and its constant frames a second. `isRepacked`: a
 * new container around the same pictures is enough.
 */
export type VideoTarget = Size & {
  minBytes: number
  maxBytes: number
  frameRate: number
  isRepacked: boolean
}

/** MP4 with H.264 and AAC: every network takes it. */
export const CONVERTED_TYPE = 'video/mp4'

const even = (pixels: number): number => Math.max(2, Math.floor(pixels / 2) * 2)

/** The size scaled down, never up, until it fits the network's largest; upright videos may have it turned. */
function fittingSize(network: SocialNetwork, { width, height }: Size): Size {
  const { maxSize, maxWidth = Number.POSITIVE_INFINITY, shape } = networks[network].video
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const scale = Math.min(
    1,
    (maxSize?.width ?? long) / long,
    (maxSize?.height ?? short) / short,
    maxWidth / width,
  )
  const scaled = { width: even(width * scale), height: even(height * scale) }
  return shape && isShaped({ width, height }, shape) ? shapedExactly(scaled, shape) : scaled
}

const isShaped = ({ width, height }: Size, { least, most }: ImageShape): boolean =>
  width / height >= least && width / height <= most

/** Even numbers are not the exact shape: a side gives way where that would be one that is not taken. */
function shapedExactly({ width, height }: Size, shape: ImageShape): Size {
  return {
    width: width / height > shape.most ? even(height * shape.most) : width,
    height: width / height < shape.least ? even(width / shape.least) : height,
  }
}

/**
 * What a video has to become for the network's type of post. Null: it fits as it is, or no conversion could help: length is never cut,
 * pictures are never padded or enlarged. (docs/product/media.md "Converted videos")
 */
export function videoTarget(network: SocialNetwork, type: PostType, file: MediaFile): VideoTarget | null {
  const { width, height, seconds } = file
  if (file.kind !== 'video' || width === null || height === null || seconds === null) return null
  if (fileProblems(network, type, { ...file, converting: false }).length === 0) return null
  const fits = (changes: Partial<MediaFile>) =>
    fileProblems(network, type, { ...file, ...changes, contentType: CONVERTED_TYPE, converting: false })
      .length === 0
  const { stream = null } = file
  const size = fittingSize(network, { width, height })
  const minBytes = networks[network].video.minBytes ?? 1
  // How large it will be is not known yet: the result is filled up, and checked.
  const encoded = {
    ...size,
    bytes: minBytes,
    stream: stream && convertedStream(stream),
  }
  if (!fits(encoded)) return null
  const repacked = { bytes: Math.max(file.bytes, minBytes), stream: stream && repackedStream(stream) }
  const typeBytes = networks[network].types[type]?.maxVideoBytes ?? networks[network].video.maxBytes
  return {
    ...size,
    minBytes,
    maxBytes: Math.min(typeBytes, editorVideoCapBytes() - 1),
    frameRate: constantRateFor(stream?.frame_rate ?? null),
    isRepacked: stream !== null && isRepackable(stream) && fits(repacked),
  }
}

/** Whether an MP4 holds these pictures and this sound as they are. */
const isRepackable = ({ codec, audio }: VideoStream): boolean =>
  (codec === 'h264' || codec === 'hevc') && (audio === null || audio.codec === 'aac-lc')
