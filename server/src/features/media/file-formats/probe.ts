import type { VideoStream } from '#domain/networks/video-stream.ts'

/** What a file contains. Sizes in pixels as shown (rotation applied), seconds for videos and animations. */
export type Probe = {
  readonly objectType: 'image' | 'video' | 'gif'
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  /** EXIF's 1 to 8; 1 is upright. */
  readonly orientation: number
  /** How a video is encoded. */
  readonly stream?: VideoStream
  /** Of an animation. */
  readonly frames?: number
}

/** What a file holds that may be a video. */
export type VideoFacts = Probe | 'sound_only' | 'no_frames'
