import type { VideoLimits } from './media-limits.ts'
import type { Network } from './model.ts'

const video = (limits: VideoLimits): Network['video'] => ({
  fileTypes: ['mp4'],
  maxBytes: limits.maxBytes,
  minBytes: 76_800,
  minSeconds: 3,
  maxSeconds: limits.maxSeconds,
  minSize: { width: 256, height: 144 },
  maxSize: { width: 4096, height: 2304 },
  shape: { least: 5 / 12, most: 12 / 5, text: 'between 1:2.4 and 2.4:1' },
  stream: {
    codecs: ['h264'],
    isPlain: true,
    framesPerSecond: { least: 10, most: 60 },
    audioCodecs: ['aac-lc', 'aac-he', 'mp3'],
  },
})

/**
 * LinkedIn organizations. (docs/product/linkedin.md "What the product allows")
 * The file types are the ones the network accepts. It is the only network that
 * plays GIFs, so the only one with animated_gif. Messages are measured as they are sent, escaped (see linkedin-text.ts); comments are sent
 * unescaped, and 1250 is the network's own limit for them.
 */
export const linkedin = (limits: VideoLimits): Network => ({
  name: 'linkedin',
  label: 'LinkedIn',
  colorToken: 'network-linkedin',
  accountNameField: 'organizationName',
  message: { max: 3000, countedAs: 'linkedin' },
  firstComment: { max: 1250, countedAs: 'utf16' },
  maxHashtags: null,
  maxMentions: null,
  maxCashtags: null,
  repeatsRefusedHours: null,
  types: {
    link: { kinds: [], minFiles: 0, maxFiles: 0, text: 'optional', needsLink: true },
    single_photo: { kinds: ['image'], minFiles: 1, maxFiles: 1, text: 'optional' },
    multi_photo: { kinds: ['image'], minFiles: 2, maxFiles: 9, text: 'optional' },
    single_video: { kinds: ['video'], minFiles: 1, maxFiles: 1, text: 'optional' },
    animated_gif: { kinds: ['gif'], minFiles: 1, maxFiles: 1, text: 'optional' },
    text: { kinds: [], minFiles: 0, maxFiles: 0, text: 'required' },
  },
  publishes: ['link', 'single_photo', 'multi_photo', 'single_video', 'animated_gif', 'text'],
  image: { fileTypes: ['jpg', 'jpeg', 'png'], maxBytes: 10_000_000, minSize: null, scaledDownTo: null },
  gif: {
    fileTypes: ['gif'],
    maxBytes: 10_000_000,
    minSize: null,
    scaledDownTo: null,
    maxFrames: 250,
    maxPixels: 36_152_320,
  },
  video: video(limits),
  notAutopostedTypes: [],
  canBeSentToApproval: true,
  approvalSetting: null,
  recommendedSizes: [{ name: 'Landscape', width: 1200, height: 628 }],
})
