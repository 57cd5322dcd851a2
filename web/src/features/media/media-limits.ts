import { convertedEndings } from '#domain/media/conversion.ts'
import { editorVideoCapBytes } from '#domain/networks/media-limits.ts'
import {
  isStory,
  type MediaKind,
  type Network,
  type PostType,
  type SocialNetwork,
} from '#domain/networks/model.ts'
import { networks, typesTakenBy } from '#domain/networks/network.ts'

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)}\u00a0MB`

// A non-breaking space keeps a number and its unit on one line.
const sizeText = (size: { width: number; height: number } | null): string =>
  size ? `, at least ${size.width}×${size.height}\u00a0px` : ''

const lengthText = (seconds: number): string =>
  seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60}\u00a0min` : `${seconds}\u00a0s`

const lengthsText = (least: number, most: number): string => {
  const longest = lengthText(most)
  if (least === 0) return `up to ${longest}`
  return longest.endsWith('s') ? `${least} to ${longest}` : `${lengthText(least)} to ${longest}`
}

/** Familiar file endings, for formats whose official name few people know. */
const endings: Readonly<Record<string, string>> = { quicktime: 'mov', 'x-msvideo': 'avi' }

const fileTypeNames = (types: readonly string[]): string =>
  [...new Set(types.map(type => endings[type] ?? type))].slice(0, 3).join(', ')

/** The editor's limit applies before a network's higher one (docs/product/media.md "Limits"). */
const videoText = ({ video }: Network, maxSeconds: number): string => {
  return `Videos: ${fileTypeNames(video.fileTypes)}, under ${megabytes(Math.min(video.maxBytes, editorVideoCapBytes()))}, ${lengthsText(video.minSeconds, maxSeconds)}`
}

const kindText: Readonly<Record<MediaKind, (network: Network, maxSeconds: number) => string | null>> = {
  image: ({ image }) =>
    `Photos: ${image.fileTypes.join(', ')}, up to ${megabytes(image.maxBytes)}${sizeText(image.minSize)}`,
  gif: ({ gif }) => gif && `GIFs: up to ${megabytes(gif.maxBytes)}`,
  video: videoText,
}

/** The types that a post may become by its files: a story stays a story, and no other type becomes one. */
const reachable = (network: SocialNetwork, type: PostType): PostType[] =>
  typesTakenBy(network).filter(other => isStory(other) === isStory(type) && other !== 'link_carousel')

const rulesOf = (network: SocialNetwork, type: PostType) =>
  reachable(network, type).flatMap(other => networks[network].types[other] ?? [])

/** The kinds of files that such a post takes on the network. */
export const kindsTaken = (network: SocialNetwork, type: PostType): MediaKind[] => {
  const all = rulesOf(network, type).flatMap(({ kinds }) => kinds)
  return (['image', 'gif', 'video'] as const).filter(kind => all.includes(kind))
}

/** What may be uploaded, shown before the upload. */
export const limitsOf = (network: SocialNetwork, type: PostType): string[] => {
  const { types, video } = networks[network]
  // For a photo post: the type it would become with a video.
  const own = types[type]?.kinds.includes('video') ? [types[type]] : rulesOf(network, type)
  const seconds = own.flatMap(({ kinds, maxVideoSeconds }) =>
    kinds.includes('video') ? [maxVideoSeconds ?? video.maxSeconds] : [],
  )
  const longest = Math.max(0, ...seconds)
  return kindsTaken(network, type).flatMap(kind => kindText[kind](networks[network], longest) ?? [])
}

/** How many files such a post can hold, given the kinds it has: on most networks a video leaves room for nothing else. */
export const mostFiles = (network: SocialNetwork, type: PostType, present: readonly MediaKind[]): number =>
  Math.max(
    1,
    ...rulesOf(network, type)
      .filter(({ kinds }) => present.every(kind => kinds.includes(kind)))
      .map(({ maxFiles }) => maxFiles),
  )

/** The `accept` of a file input: what the system's dialog offers. */
export const acceptOf = (network: SocialNetwork, type: PostType): string => {
  const { image, gif } = networks[network]
  const types: Readonly<Record<MediaKind, readonly string[]>> = {
    image: [...image.fileTypes.map(ending => `.${ending}`), ...convertedEndings],
    gif: (gif?.fileTypes ?? []).map(ending => `.${ending}`),
    // Any video type may be uploaded (docs/product/media.md "Limits").
    video: ['video/*'],
  }
  return kindsTaken(network, type)
    .flatMap(kind => types[kind])
    .join(',')
}
