import { editorVideoCapBytes } from './media-limits.ts'
import { allowedTypes } from './media-rules.ts'
import type { Network, PostType, PostTypeRules, Size, SocialNetwork } from './model.ts'
import { socialNetworks } from './model.ts'
import { networks } from './network.ts'

/** What an image must be on a network, as sent on the wire. */
export type ImageRestrictions = {
  valid_file_type: string[]
  max_file_size: number
  min_width: number | null
  min_height: number | null
  /** Larger photos are scaled down to these when published; they are not refused. */
  max_width: number | null
  max_height: number | null
}

/** What a video must be on a network, as sent on the wire. */
export type VideoRestrictions = ImageRestrictions & { min_duration: number; max_duration: number }

/** Bytes, pixels and seconds. `gif` is `null` if animated GIFs are not accepted. */
export type MediaRestrictions = {
  image: ImageRestrictions
  video: VideoRestrictions
  gif: ImageRestrictions | null
}

/** What a post type may contain on a network, as sent on the wire. */
export type PostTypeRestrictions = {
  min_mediafiles: number
  max_mediafiles: number
  media_kinds: string[]
  max_video_duration: number | null
  is_message_required: boolean
  is_link_required: boolean
  is_autoposting_allowed: boolean
}

/** What a post may contain on a network, as sent on the wire. */
export type ContentRestrictions = {
  message: { max_length: number; max_first_comment_length: number; max_mediafiles: number }
  mediaRestrictions: MediaRestrictions
  /** Bounds of a link card's texts; `null` if no post type has a link. */
  link: { min_length: number; max_length: number } | null
  cards: { min_cards: number; max_cards: number } | null
  post_types: Partial<Record<PostType, PostTypeRestrictions>>
}

/**
 * Data of `GET /global-options/social-content-restrictions`: per network, the wire's keys (`message.max_mediafiles`,
 * `mediaRestrictions`, `link`, `cards.min_cards`) and, as their limits differ by post type, the types under `post_types`.
 * (docs/product/networks.md "Text limits")
 */
export const socialContentRestrictions = () =>
  perNetwork(
    (network): ContentRestrictions => ({
      message: {
        max_length: network.message.max,
        max_first_comment_length: network.firstComment.max,
        max_mediafiles: Math.max(...Object.values(network.types).map(({ maxFiles }) => maxFiles)),
      },
      mediaRestrictions: mediaRestrictions(network),
      link: network.types.link ? { min_length: 3, max_length: 255 } : null,
      cards: cardRestrictions(network),
      post_types: typeRestrictions(network),
    }),
  )

/**
 * Data of `GET /global-options/social-media-restrictions`: per network what an image and a video must be. The editor's cap
 * replaces a network's larger limit, so that a client that obeys this is not refused. (docs/product/networks.md "Media limits")
 */
export const socialMediaRestrictions = () => perNetwork(mediaRestrictions)

function perNetwork<T>(describe: (network: Network) => T): Record<SocialNetwork, T> {
  const entries = socialNetworks.map(name => [name, describe(networks[name])] as const)
  return Object.fromEntries(entries) as Record<SocialNetwork, T>
}

function mediaRestrictions({ image, video, gif }: Network): MediaRestrictions {
  // the cap itself is already refused
  const maxVideoBytes = Math.min(video.maxBytes, editorVideoCapBytes() - 1)
  return {
    image: { ...files(image), ...sizes(image.minSize, image.scaledDownTo) },
    video: {
      ...files({ ...video, maxBytes: maxVideoBytes }),
      ...sizes(video.minSize, video.maxSize),
      min_duration: video.minSeconds,
      max_duration: video.maxSeconds,
    },
    gif: gif && { ...files(gif), ...sizes(gif.minSize, gif.scaledDownTo) },
  }
}

function files(rules: { fileTypes: readonly string[]; maxBytes: number }) {
  return { valid_file_type: [...rules.fileTypes], max_file_size: rules.maxBytes }
}

function sizes(min: Size | null, max: Size | null) {
  return {
    min_width: min?.width ?? null,
    min_height: min?.height ?? null,
    max_width: max?.width ?? null,
    max_height: max?.height ?? null,
  }
}

function cardRestrictions({ types }: Network) {
  const cards = types.link_carousel?.cards
  return cards ? { min_cards: cards.min, max_cards: cards.max } : null
}

function typeRestrictions(network: Network): ContentRestrictions['post_types'] {
  const entries = allowedTypes([network.name]).flatMap(type => {
    const rules = network.types[type]
    return rules ? [[type, typeRestriction(network, type, rules)]] : []
  })
  return Object.fromEntries(entries)
}

function typeRestriction(network: Network, type: PostType, rules: PostTypeRules): PostTypeRestrictions {
  return {
    min_mediafiles: rules.minFiles,
    max_mediafiles: rules.maxFiles,
    media_kinds: [...rules.kinds],
    max_video_duration: rules.kinds.includes('video')
      ? (rules.maxVideoSeconds ?? network.video.maxSeconds)
      : null,
    is_message_required: rules.text === 'required',
    is_link_required: rules.needsLink ?? false,
    is_autoposting_allowed: !network.notAutopostedTypes.includes(type),
  }
}
