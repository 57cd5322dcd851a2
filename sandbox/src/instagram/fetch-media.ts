import sharp from 'sharp'
import { fetchBytes, inspectPicture, type Picture } from '../platform/media.ts'
import type { Container } from '../platform/model.ts'
import { inspectVideo, type Video } from '../platform/video.ts'
import { instagramFaults, refuse } from './errors.ts'

const MEGABYTE = 1024 * 1024
const largestPhoto = 8 * MEGABYTE
/** Sizes are whole pixels, so 4:5 of an odd width is never exact. */
const ratio = { least: 0.8 - 0.005, most: 1.91 + 0.005 }

/** What Instagram takes of a video, by what becomes of it. */
const videoLimits: Partial<Record<Container['becomes'], { seconds: number; bytes: number }>> = {
  reel: { seconds: 900, bytes: 300 * MEGABYTE },
  story: { seconds: 60, bytes: 100 * MEGABYTE },
  item: { seconds: 60, bytes: 300 * MEGABYTE },
}
const shortestVideoMs = 3_000
const widestVideo = 1_920

async function fetchMedia(url: string): Promise<Buffer> {
  return (URL.canParse(url) ? await fetchBytes(url) : undefined) ?? refuse(instagramFaults.cannotFetch(url))
}

/** A photo from its address. Stories are not held to the feed's shapes. Throws what Instagram refuses. */
export async function fetchPhoto(url: string, becomes: Container['becomes']): Promise<Picture> {
  const bytes = await fetchMedia(url)
  if (bytes.length > largestPhoto) refuse(instagramFaults.tooLarge)
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const picture = isJpeg ? await inspectPicture(bytes) : undefined
  if (!picture) return refuse(instagramFaults.badFormat)
  const shape = picture.width / picture.height
  if (becomes !== 'story' && (shape < ratio.least || shape > ratio.most))
    refuse(instagramFaults.badRatio(shape))
  return picture
}

/** A video from its address. What is wrong with it comes out later, in the container's status. */
export async function fetchVideo(
  url: string,
  becomes: Container['becomes'],
): Promise<{ video: Video; failure?: string }> {
  const video = await inspectVideo(await fetchMedia(url))
  // What is no video at all is told at once, like any other address that leads to nothing useful.
  if (!video) return refuse(instagramFaults.cannotFetch(url))
  const limits = videoLimits[becomes]
  const isTaken =
    limits !== undefined &&
    ['video/mp4', 'video/quicktime'].includes(video.mime) &&
    video.duration_ms >= shortestVideoMs &&
    video.duration_ms <= limits.seconds * 1_000 &&
    video.bytes.length <= limits.bytes &&
    video.width <= widestVideo
  return isTaken ? { video } : { video, failure: uploadFailed(2207026) }
}

export function uploadFailed(subcode: number): string {
  return `Error: Media upload has failed with error code ${subcode}`
}

/** The still that stands for a video: the given picture, or a plain one of the video's size. */
export async function thumbnailOf(video: Video, coverUrl: string | undefined): Promise<Buffer> {
  if (coverUrl) return (await fetchPhoto(coverUrl, 'story')).bytes
  const { width, height } = video
  return sharp({ create: { width, height, channels: 3, background: '#3c4654' } })
    .jpeg()
    .toBuffer()
}
