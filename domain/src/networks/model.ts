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

/** What kind of post it is: the same word for the post and for each of its post socials. */
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

/** What a new post is when nobody chose one. (docs/product/networks.md "Post types") */
export const defaultPostType: PostType = 'single_photo'

/** What a file is to the rules. An animated GIF is its own kind, since networks take it apart from still images. */
export type MediaKind = 'image' | 'video' | 'gif'

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** What the rules need to know of a file: sizes in bytes and pixels, length in seconds; `null` where it is not known. */
export type MediaFile = {
  kind: MediaKind
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
}

/** What an image must be. File types are MIME subtypes or endings as the product lists them; sizes are in bytes. */
export type ImageRules = {
  fileTypes: readonly string[]
  maxBytes: number
  minSize: Size | null
  /** Larger images are scaled down to fit in here when they are published. Never a reason to refuse one. */
  scaledDownTo: Size | null
}

/** What a video must be, however it is turned. */
export type VideoRules = {
  fileTypes: readonly string[]
  maxBytes: number
  minSeconds: number
  maxSeconds: number
  minSize: Size | null
  maxSize: Size | null
  /** Pixels across as it is held; left out: as many as `maxSize` lets. */
  maxWidth?: number
}

/** Width divided by height, both inclusive, and how people say it. */
export type ImageShape = { least: number; most: number; text: string }

/** What one post type holds on one network. `kinds` empty: no files at all. */
export type PostTypeRules = {
  kinds: readonly MediaKind[]
  minFiles: number
  maxFiles: number
  /** Stricter than the network's own video rule; stories and carousels are. */
  maxVideoSeconds?: number
  /** The shapes of photos that the network takes in it; left out: any. */
  imageShape?: ImageShape
  /** What a video must be besides, for a type that takes fewer than the network does. */
  video?: { minSeconds: number; minSize: Size; shape: ImageShape }
  /** How many link cards it is made of, the main one included. */
  cards?: { min: number; max: number }
  /** Whether a text goes out with it; stories carry none. */
  text: 'required' | 'optional' | 'none'
  needsLink?: boolean
}

/** How the length of a text is measured. See counting.ts for what each means. */
export type CountingKind = 'utf16' | 'linkedin' | 'twitter'

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
  /** The comment that its author puts right under the post. */
  firstComment: TextLimit
  /** The post types it takes, and what each holds. A type without a row is not taken. */
  types: Readonly<Partial<Record<PostType, PostTypeRules>>>
  /** What of these Galley's adapter publishes today; the rest can be planned, and is refused before it is cleared to go out. */
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

/** Something in a post that must change before it may go out on a network. `text` is for people. */
export type Problem = {
  code: ProblemCode
  field: 'type' | 'message' | 'first_comment' | 'media' | 'link'
  text: string
  network: SocialNetwork
  /** Which of the media, or of the cards, from 0; absent when it is about all of them or none. */
  index?: number
}

/** The closed list of what can be wrong with a post on a network. */
export type ProblemCode =
  | 'type_not_taken'
  | 'type_not_published_yet'
  | 'message_too_long'
  | 'message_character_refused'
  | 'message_required'
  | 'first_comment_too_long'
  | 'first_comment_character_refused'
  | 'link_required'
  | 'too_few_cards'
  | 'too_many_cards'
  | 'card_without_link'
  | 'too_few_files'
  | 'too_many_files'
  | 'file_type_not_allowed'
  | 'file_too_big'
  | 'resolution_not_matched'
  | 'video_over_editor_cap'
  | 'video_too_short'
  | 'video_too_long'
