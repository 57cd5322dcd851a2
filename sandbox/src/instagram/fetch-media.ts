import sharp from 'sharp'
import { fetchBytes, inspectPicture, type Picture } from '../platform/media.ts'
import type { Container } from '../platform/model.ts'
import { inspectVideo, type Video } from '../platform/video.ts'
import { type Decoder, decoders, refusalOf } from '../platform/video-refusals.ts'
import { instagramFaults, refuse } from './errors.ts'

const MEGABYTE = 1024 * 1024
const largestPhoto = 8 * MEGABYTE

/** What Instagram decodes, by how the video is published. */
const decoderFor: Partial<Record<Container['becomes'], Decoder>> = {
  reel: decoders.instagramReel,
  story: decoders.instagramStory,
  item: decoders.instagramItem,
}

async function fetchMedia(url: string): Promise<Buffer> {
  return (URL.canParse(url) ? await fetchBytes(url) : undefined) ?? refuse(instagramFaults.cannotFetch(url))
}

/** Fetches a photo. The feed's aspect ratios do not apply to stories. @throws GraphError if Instagram would refuse it */
export async function fetchPhoto(url: string, becomes: Container['becomes']): Promise<Picture> {
  const bytes = await fetchMedia(url)
  if (bytes.length > largestPhoto) refuse(instagramFaults.tooLarge)
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const picture = isJpeg ? await inspectPicture(bytes) : undefined
  if (!picture) return refuse(instagramFaults.badFormat)
  const { width, height } = picture
  // From 4:5 to 1.91:1.
  const isShown = width * 5 >= height * 4 && width * 100 <= height * 191
  if (becomes !== 'story' && !isShown) refuse(instagramFaults.badRatio(width / height))
  return picture
}

/** Fetches a video. What is wrong with it is reported later, in the container's status. */
export async function fetchVideo(
  url: string,
  becomes: Container['becomes'],
): Promise<{ video: Video; failure?: string }> {
  const video = await inspectVideo(await fetchMedia(url))
  // A file that is not a video is refused at once, like a URL that cannot be fetched.
  if (!video) return refuse(instagramFaults.cannotFetch(url))
  const decoder = decoderFor[becomes]
  const isTaken = decoder && refusalOf(video, decoder) === undefined
  return isTaken ? { video } : { video, failure: uploadFailed(2207026) }
}

export function uploadFailed(subcode: number): string {
  return `Error: Media upload has failed with error code ${subcode}`
}

/** A video's thumbnail: the given cover, or a plain image of the video's size. */
export async function thumbnailOf(video: Video, coverUrl: string | undefined): Promise<Buffer> {
  if (coverUrl) return (await fetchPhoto(coverUrl, 'story')).bytes
  const { width, height } = video
  return sharp({ create: { width, height, channels: 3, background: '#3c4654' } })
    .jpeg()
    .toBuffer()
}
