import type { StreamRules, VideoStream } from './video-stream.ts'

/** The four networks, in the order the product shows them. (docs/product/networks.md "Networks and their names") */
export const socialNetworks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const

/** A network's name on the wire, in the database and in addresses. */
export type SocialNetwork = (typeof socialNetworks)[number]

/** The post types, in the order the product shows them. (docs/product/networks.md "Post types") */
export const postTypes = [
  'link',
  'single_photo',
  'multi_photo',
  'media_carousel',
  'single_video',
  'multi_video',
  'multi_content',
  'animated_gif',
  'text',
  'link_carousel',
  'photo_story',
  'video_story',
] as const

/** The type of a post; each of its post socials has one too. */
export type PostType = (typeof postTypes)[number]

/** The types of stories. (docs/product/networks.md "Post types") */
export const storyPostTypes = ['photo_story', 'video_story'] as const satisfies PostType[]

/** Whether the text names one of the four networks. */
export function isSocialNetwork(text: string): text is SocialNetwork {
  return (socialNetworks as readonly string[]).includes(text)
}

/** Whether the text names a media post type. */
export function isPostType(text: string): text is PostType {
  return (postTypes as readonly string[]).includes(text)
}

/** Whether a post of this type disappears after a day, as stories do. */
export function isStory(type: PostType): boolean {
  return (storyPostTypes as readonly PostType[]).includes(type)
}

/** The type of a new post if nobody chose one. (docs/product/networks.md "Post types") */
export const defaultPostType: PostType = 'single_photo'

/** The kind of a file for the rules. Animated GIFs are a separate kind, since networks treat them differently from still images. */
export type MediaKind = 'image' | 'video' | 'gif'

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** What the rules need to know about a file: sizes in bytes and pixels, length in seconds; `null` if unknown. */
export type MediaFile = {
  kind: MediaKind
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
  /** How a video is encoded; left out or null where that is not known, as before the upload. */
  stream?: VideoStream | null
  /** The pictures of an animation. */
  frames?: number | null
  /** It is being made to fit: its own problems do not count, and the version waits. */
  converting?: boolean
}

/** What an image must be. File types are MIME subtypes or endings as the product lists them; sizes are in bytes. */
export type ImageRules = {
  fileTypes: readonly string[]
  maxBytes: number
  minSize: Size | null
  /** A longer picture is scaled down to it when it is published, and must still be as large as `minSize`. */
  maxSide?: number
  /** Larger images are scaled down to this size when they are published, never refused. */
  scaledDownTo: Size | null
  /** Of an animation. */
  maxFrames?: number
  /** Of an animation, in each of its frames; a still picture is scaled down when it is published. */
  maxPixels?: number
}

/** What a video must be, landscape or upright. */
export type VideoRules = {
  fileTypes: readonly string[]
  maxBytes: number
  minBytes?: number
  minSeconds: number
  maxSeconds: number
  minSize: Size | null
  maxSize: Size | null
  /** The largest width in pixels, unrotated; left out: limited by `maxSize` only. */
  maxWidth?: number
  /** The shapes that it takes; left out: any. */
  shape?: ImageShape
  stream?: StreamRules
}

/** Width divided by height, both inclusive, and the range in words. */
export type ImageShape = { least: number; most: number; text: string }

/** What a post type may contain on one network. `kinds` empty: no files at all. */
export type PostTypeRules = {
  kinds: readonly MediaKind[]
  minFiles: number
  maxFiles: number
  /** Stricter than the network's general rule for videos, as for stories and carousels. */
  maxVideoSeconds?: number
  /** Likewise, in bytes. */
  maxVideoBytes?: number
  /** Instead of the network's general rules. */
  stream?: StreamRules
  /** The shapes of photos that the network accepts in it; left out: any. */
  imageShape?: ImageShape
  /** Further requirements on videos, for a type that is stricter than the network. */
  video?: { minSeconds: number; minSize: Size; shape: ImageShape }
  /** What the network requires of videos that are higher than wide, which it publishes in another way; left out: nothing more. */
  uprightVideo?: {
    stream: StreamRules
    minSeconds: number
    maxSeconds: number
    minSize: Size
    narrowest: number
    text: string
  }
  /** How many link cards it has, the main one included. */
  cards?: { min: number; max: number }
  /** Whether it is published with a text; stories have none. */
  text: 'required' | 'optional' | 'none'
  needsLink?: boolean
}

/** How the length of a text is measured. See counting.ts for what each means. */
export type CountingKind = 'utf16' | 'usernames' | 'linkedin' | 'twitter'

/** The longest text, inclusive, in the units of its counting. */
export type TextLimit = { max: number; countedAs: CountingKind }

/** Everything the product knows about a network that is not code. One object each, in the file of its name. */
export type Network = {
  name: SocialNetwork
  label: string
  /** Name of the theme's colour token for its badge. */
  colorToken: `network-${SocialNetwork}`
  /** Where `account_details` keeps the account's name. (docs/product/networks.md "Networks and their names") */
  accountNameField: 'fb_page_name' | 'organizationName' | 'screen_name'
  message: TextLimit
  /** The comment that the account itself adds under its post. */
  firstComment: TextLimit
  /** How many hashtags it accepts in a message and its first comment together; `null`: it sets no limit of its own. */
  maxHashtags: number | null
  /** How many mentions it accepts in a text; `null`: it sets no limit of its own. */
  maxMentions: number | null
  /** How many cashtags (`$ACME`) it accepts in a text; `null`: it sets no limit of its own. */
  maxCashtags: number | null
  /** Within how many hours it refuses a text that it had already; `null`: it takes repeats. */
  repeatsRefusedHours: number | null
  /** The post types it accepts, and what each may contain. A type without a row is not accepted. */
  types: Readonly<Partial<Record<PostType, PostTypeRules>>>
  /** The types that Galley's adapter can publish today; the rest can be planned, but are refused before they are cleared. */
  publishes: readonly PostType[]
  image: ImageRules
  gif: ImageRules | null
  video: VideoRules
  /** Types for which autoposting is forced off. (docs/product/networks.md "Post types") */
  notAutopostedTypes: readonly PostType[]
  canBeSentToApproval: boolean
  /** The project setting that, when `'true'`, lifts a bar on approval. */
  approvalSetting: 'twitter-approval' | null
  recommendedSizes: readonly (Size & { name: string })[]
}

/** A problem of a post that must be solved before it may go out on a network. `text` is for people. */
export type Problem = {
  code: ProblemCode
  field: 'type' | 'message' | 'first_comment' | 'media' | 'link'
  text: string
  network: SocialNetwork
  /** Which of the media, or of the cards, from 0; absent when it is about all of them or none. */
  index?: number
}

/** The closed list of problems that a post can have on a network. */
export type ProblemCode =
  | 'type_not_taken'
  | 'type_not_published_yet'
  | 'message_too_long'
  | 'message_character_refused'
  | 'message_required'
  | 'too_many_hashtags'
  | 'too_many_mentions'
  | 'too_many_cashtags'
  | 'first_comment_too_long'
  | 'first_comment_character_refused'
  | 'link_required'
  | 'link_not_taken'
  | 'too_few_cards'
  | 'too_many_cards'
  | 'card_without_link'
  | 'files_awaited'
  | 'video_converting'
  | 'files_copying'
  | 'too_few_files'
  | 'too_many_files'
  | 'file_type_not_allowed'
  | 'file_too_big'
  | 'file_too_small'
  | 'resolution_not_matched'
  | 'video_encoding_not_taken'
  | 'too_many_frames'
  | 'video_over_editor_cap'
  | 'video_too_short'
  | 'video_too_long'
