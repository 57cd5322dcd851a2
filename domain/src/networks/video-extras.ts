import type { SocialNetwork } from './model.ts'

/** What a network accepts with a video: a cover, a title, keywords. */
export type VideoExtras = {
  readonly thumbnail: boolean
  readonly title: boolean
  readonly keywords: boolean
}

/**
 * By network. Keywords are Facebook's alone (docs/product/facebook.md "Video keywords"); Instagram takes a cover, LinkedIn a thumbnail and a
 * title, Twitter nothing.
 */
export const videoExtras: Readonly<Record<SocialNetwork, VideoExtras>> = {
  facebook: { thumbnail: true, title: true, keywords: true },
  instagram: { thumbnail: true, title: false, keywords: false },
  linkedin: { thumbnail: true, title: true, keywords: false },
  twitter: { thumbnail: false, title: false, keywords: false },
}

/** Whether a video has any of these on the network. */
export function hasVideoExtras(network: SocialNetwork): boolean {
  return Object.values(videoExtras[network]).includes(true)
}
