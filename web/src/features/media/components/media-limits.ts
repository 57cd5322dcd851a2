import type { MediaKind, Network, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const sizeText = (size: { width: number; height: number } | null): string =>
  size ? `, at least ${size.width}×${size.height} px` : ''

const kindText: Readonly<Record<MediaKind, (network: Network) => string | null>> = {
  image: ({ image }) =>
    `Photos: ${image.fileTypes.join(', ')}, up to ${megabytes(image.maxBytes)}${sizeText(image.minSize)}`,
  gif: ({ gif }) => gif && `GIFs: up to ${megabytes(gif.maxBytes)}`,
  video: ({ video }) =>
    // The editor's own cap of 200 MB holds before a network's larger one (document 2 section 5).
    `Videos: ${video.fileTypes.slice(0, 3).join(', ')}, under ${megabytes(Math.min(video.maxBytes, 200_000_000))}, ${video.minSeconds > 0 ? `${video.minSeconds} to ` : 'up to '}${video.maxSeconds} s`,
}

/** The kinds of files that a network takes in posts that are no stories. */
export const kindsTaken = (network: SocialNetwork): MediaKind[] => {
  const all = Object.values(networks[network].types).flatMap(({ kinds }) => kinds)
  return (['image', 'gif', 'video'] as const).filter(kind => all.includes(kind))
}

/** What may be uploaded, said before it is tried. */
export const limitsOf = (network: SocialNetwork): string[] =>
  kindsTaken(network).flatMap(kind => kindText[kind](networks[network]) ?? [])

const manyTypes: readonly PostType[] = ['media_carousel', 'multi_photo', 'single_photo']

/** How many files a post of the network holds at most. */
export const mostFiles = (network: SocialNetwork): number =>
  Math.max(1, ...manyTypes.flatMap(type => networks[network].types[type]?.maxFiles ?? []))

/** For a file chooser: what the system's dialog offers. */
export const acceptOf = (network: SocialNetwork): string => {
  const { image, gif, video } = networks[network]
  const types: Readonly<Record<MediaKind, readonly string[]>> = {
    image: image.fileTypes.map(type => `.${type}`),
    gif: (gif?.fileTypes ?? []).map(type => `.${type}`),
    video: video.fileTypes.length > 0 ? ['video/*'] : [],
  }
  return kindsTaken(network)
    .flatMap(kind => types[kind])
    .join(',')
}
