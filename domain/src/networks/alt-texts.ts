import { isStory, type MediaKind, type PostType, type SocialNetwork } from './model.ts'

/**
 * The longest alternative text that a network takes for a picture, in characters. Facebook documents none; it has what fits everywhere else.
 * (docs/product/networks.md "Alternative texts")
 */
const longest: Readonly<Record<SocialNetwork, number>> = {
  facebook: 1000,
  instagram: 1000,
  linkedin: 4085,
  twitter: 1000,
}

/** The longest alternative text of such a file in a post of this type; null: the network takes none. */
export const altTextLimit = (network: SocialNetwork, type: PostType, kind: MediaKind): number | null =>
  kind === 'video' || isStory(type) ? null : longest[network]
