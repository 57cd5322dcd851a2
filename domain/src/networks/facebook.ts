import type { VideoLimits } from './media-limits.ts'
import type { Network, PostTypeRules } from './model.ts'

const onePhoto: PostTypeRules = { kinds: ['image'], minFiles: 1, maxFiles: 1, text: 'optional' }
const oneVideo: PostTypeRules = { kinds: ['video'], minFiles: 1, maxFiles: 1, text: 'optional' }

/** What stories and reels are made of. */
const stream: NonNullable<PostTypeRules['stream']> = {
  codecs: ['h264', 'hevc', 'vp9', 'av1'],
  isPlain: true,
  framesPerSecond: { least: 24, most: 60 },
  isConstantRate: true,
  isClosedGop: true,
  audioCodecs: ['aac-lc'],
  audioChannelsMax: 2,
  audioHertzMax: 48_000,
}

/** The network's own rule for stories; it refuses others only after the upload, and shows a minute at most. */
const storyVideo: Pick<PostTypeRules, 'maxVideoSeconds' | 'stream' | 'video'> = {
  maxVideoSeconds: 60,
  stream,
  video: {
    minSeconds: 3,
    minSize: { width: 540, height: 960 },
    shape: { least: 9 / 16, most: 9 / 16, text: 'of 9:16' },
  },
}

/**
 * Facebook publishes a video that is higher than wide as a reel, and has no way for others: they are taken and never shown.
 * (docs/product/facebook.md "Videos")
 */
const reel: NonNullable<PostTypeRules['uprightVideo']> = {
  stream,
  minSeconds: 3,
  maxSeconds: 90,
  minSize: { width: 540, height: 960 },
  narrowest: 9 / 16,
  text: 'Facebook publishes vertical videos as reels: 3 to 90 seconds, from 540x960 pixels and no narrower than 9:16. Change this video, or use a horizontal or square one',
}

const types: Network['types'] = {
  link: { kinds: [], minFiles: 0, maxFiles: 0, text: 'optional', needsLink: true },
  single_photo: onePhoto,
  multi_photo: { kinds: ['image'], minFiles: 2, maxFiles: 6, text: 'optional' },
  single_video: { ...oneVideo, uprightVideo: reel },
  text: { kinds: [], minFiles: 0, maxFiles: 0, text: 'required' },
  // each card may have a picture of its own, so there is at most one file per card
  link_carousel: {
    kinds: ['image'],
    minFiles: 0,
    maxFiles: 5,
    cards: { min: 3, max: 5 },
    text: 'optional',
  },
  photo_story: { ...onePhoto, text: 'none' },
  video_story: { ...oneVideo, ...storyVideo, text: 'none' },
}

const video = (limits: VideoLimits): Network['video'] => ({
  fileTypes: [
    'mov',
    'quicktime',
    'mp4',
    'x-msvideo',
    '3gpp',
    'mpeg',
    'ogg',
    'webm',
    'x-m4v',
    'ms-asf',
    'x-ms-wmv',
    'x-matroska',
  ],
  maxBytes: limits.maxBytes,
  minBytes: 1024,
  minSeconds: 1,
  maxSeconds: limits.maxSeconds,
  minSize: null,
  maxSize: null,
})

/**
 * Facebook pages. (docs/product/facebook.md "What the product allows")
 * The limit of 8000 for the first comment is the network's own for comments. A video is at
 * least a second long and a kilobyte large, as the codes of Facebook's refusals say. A megabyte is 1,000,000 bytes on every network, as in the editor's limit of 200 MB.
 */
export const facebook = (limits: VideoLimits): Network => ({
  name: 'facebook',
  label: 'Facebook',
  colorToken: 'network-facebook',
  accountNameField: 'fb_page_name',
  message: { max: 63206, countedAs: 'utf16' },
  firstComment: { max: 8000, countedAs: 'utf16' },
  maxHashtags: null,
  maxMentions: null,
  maxCashtags: null,
  repeatsRefusedHours: null,
  types,
  publishes: [
    'link',
    'single_photo',
    'multi_photo',
    'single_video',
    'text',
    'link_carousel',
    'photo_story',
    'video_story',
  ],
  image: {
    fileTypes: ['jpg', 'jpeg', 'png'],
    maxBytes: 10_000_000,
    minSize: { width: 600, height: 315 },
    scaledDownTo: null,
  },
  gif: null,
  video: video(limits),
  notAutopostedTypes: [],
  canBeSentToApproval: true,
  approvalSetting: null,
  recommendedSizes: [
    { name: 'Landscape', width: 1200, height: 628 },
    { name: 'Portrait', width: 1200, height: 1800 },
    { name: 'Square', width: 1200, height: 1200 },
    { name: 'Story', width: 1080, height: 1920 },
  ],
})
