import type { VideoLimits } from './media-limits.ts'
import type { ImageShape, Network, PostTypeRules } from './model.ts'

/**
 * For the feed; stories accept any shape. 4:5 of an odd width is never exact, so a photo that is outside by a little is taken: its outermost
 * rows or columns are cut off when it is sent (docs/product/instagram.md "Media").
 */
const imageShape: ImageShape = { least: 0.8 - 0.005, most: 1.91 + 0.005, text: 'between 4:5 and 1.91:1' }
const onePhoto: PostTypeRules = { kinds: ['image'], minFiles: 1, maxFiles: 1, text: 'optional' }
const oneVideo: PostTypeRules = { kinds: ['video'], minFiles: 1, maxFiles: 1, text: 'optional' }

/** Stories and carousels do not accept longer videos. (docs/product/instagram.md "What the product allows") */
const mixed = ({ maxShortSeconds }: VideoLimits): PostTypeRules => ({
  kinds: ['image', 'video'],
  minFiles: 2,
  maxFiles: 10,
  maxVideoSeconds: maxShortSeconds,
  imageShape,
  text: 'optional',
})

const types = (limits: VideoLimits): Network['types'] => ({
  single_photo: { ...onePhoto, imageShape },
  multi_photo: { kinds: ['image'], minFiles: 2, maxFiles: 10, imageShape, text: 'optional' },
  media_carousel: mixed(limits),
  single_video: oneVideo,
  multi_video: {
    kinds: ['video'],
    minFiles: 2,
    maxFiles: 10,
    maxVideoSeconds: limits.maxShortSeconds,
    text: 'optional',
  },
  multi_content: mixed(limits),
  photo_story: { ...onePhoto, text: 'none' },
  video_story: {
    ...oneVideo,
    maxVideoSeconds: limits.maxShortSeconds,
    maxVideoBytes: 100_000_000,
    text: 'none',
  },
})

const video = (limits: VideoLimits): Network['video'] => ({
  fileTypes: ['mov', 'quicktime', 'mp4'],
  maxBytes: limits.maxBytes,
  minSeconds: 3,
  maxSeconds: limits.maxSeconds,
  minSize: null,
  maxSize: null,
  maxWidth: 1920,
  shape: { least: 0.1, most: 10, text: 'between 1:10 and 10:1' },
  stream: {
    codecs: ['h264', 'hevc'],
    isPlain: true,
    framesPerSecond: { least: 23, most: 60 },
    isClosedGop: true,
    audioCodecs: ['aac-lc', 'aac-he'],
    audioChannelsMax: 2,
    audioHertzMax: 48_000,
    bitrateMax: 25_000_000,
    isPlainContainer: true,
  },
})

/**
 * Instagram professional accounts. (docs/product/instagram.md "What the product allows")
 *
 * "Between 320x320 and 1080x1080" is read like this (decision 6): smaller photos are refused; larger ones are not, but scaled down when they
 * are published, since the recommended 1080x1350 would otherwise be refused.
 * Shapes of photos and widths of videos that the network would refuse are reported before the post is scheduled.
 * The network needs a picture or a video, so there is no text or link post. Several videos and mixed files go out as carousels:
 * as `multi_video` and `multi_content` by themselves, as `media_carousel` by hand (docs/product/instagram.md "Media"). PNG is accepted and converted to JPEG for publishing; the video types are those that the network accepts.
 */
export const instagram = (limits: VideoLimits): Network => ({
  name: 'instagram',
  label: 'Instagram',
  colorToken: 'network-instagram',
  accountNameField: 'fb_page_name',
  message: { max: 2200, countedAs: 'usernames' },
  firstComment: { max: 2200, countedAs: 'utf16' },
  maxHashtags: 30,
  maxMentions: 20,
  maxCashtags: null,
  repeatsRefusedHours: null,
  types: types(limits),
  publishes: [
    'single_photo',
    'multi_photo',
    'media_carousel',
    'single_video',
    'multi_video',
    'multi_content',
    'photo_story',
    'video_story',
  ],
  image: {
    fileTypes: ['jpg', 'jpeg', 'png'],
    maxBytes: 10_000_000,
    minSize: { width: 320, height: 320 },
    scaledDownTo: { width: 1080, height: 1080 },
  },
  gif: null,
  video: video(limits),
  notAutopostedTypes: ['photo_story', 'video_story', 'media_carousel'],
  canBeSentToApproval: true,
  approvalSetting: null,
  recommendedSizes: [
    { name: 'Square', width: 1080, height: 1080 },
    { name: 'Landscape', width: 1080, height: 608 },
    { name: 'Portrait', width: 1080, height: 1350 },
    { name: 'Story', width: 1080, height: 1920 },
  ],
})
