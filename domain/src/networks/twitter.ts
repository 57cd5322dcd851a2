import type { VideoLimits } from './media-limits.ts'
import type { Network } from './model.ts'

const image: Network['image'] = {
  fileTypes: ['jpg', 'jpeg', 'png'],
  maxBytes: 5_000_000,
  minSize: { width: 4, height: 4 },
  maxSide: 8192,
  scaledDownTo: null,
}

/**
 * Twitter (X). (docs/product/twitter.md "What the product allows")
 *
 * It has no multi_photo and no animated_gif, but allows up to 4 images per post, so
 * its single_photo has one to four. It can neither be sent for approval nor skip it unless the project setting `twitter-approval`
 * is `'true'` (docs/product/networks.md "Approval"). A first comment is a reply by the same account, so it is measured as a tweet is. The
 * file types are the network's own.
 */
export const twitter = (limits: VideoLimits): Network => ({
  name: 'twitter',
  label: 'Twitter',
  colorToken: 'network-twitter',
  accountNameField: 'screen_name',
  message: { max: 280, countedAs: 'twitter' },
  firstComment: { max: 280, countedAs: 'twitter' },
  maxHashtags: null,
  maxMentions: null,
  maxCashtags: 1,
  repeatsRefusedHours: 24,
  types: {
    link: { kinds: [], minFiles: 0, maxFiles: 0, text: 'optional', needsLink: true },
    single_photo: { kinds: ['image'], minFiles: 1, maxFiles: 4, text: 'optional' },
    single_video: { kinds: ['video'], minFiles: 1, maxFiles: 1, text: 'optional' },
    text: { kinds: [], minFiles: 0, maxFiles: 0, text: 'required' },
  },
  publishes: ['text', 'link', 'single_photo', 'single_video'],
  image,
  gif: null,
  video: {
    fileTypes: ['mov', 'quicktime', 'mp4'],
    maxBytes: limits.maxBytes,
    minSeconds: 0.5,
    maxSeconds: limits.maxSeconds,
    minSize: { width: 32, height: 32 },
    maxSize: { width: 1280, height: 1024 },
    shape: { least: 1 / 3, most: 3, text: 'between 1:3 and 3:1' },
    stream: {
      codecs: ['h264'],
      isPlain: true,
      framesPerSecond: { least: 0, most: 60 },
      isClosedGop: true,
      hasSquarePixels: true,
      audioCodecs: ['aac-lc'],
      audioChannelsMax: 2,
    },
  },
  notAutopostedTypes: [],
  canBeSentToApproval: false,
  approvalSetting: 'twitter-approval',
  recommendedSizes: [
    { name: 'Landscape', width: 1200, height: 675 },
    { name: 'Wide', width: 1024, height: 512 },
  ],
})
