import type { Media, SocialNetwork } from '../platform/model.ts'

/** Networks that show several photos as a row to swipe, not as a grid. */
export const swiped: ReadonlySet<SocialNetwork> = new Set(['instagram'])
/** The narrowest shape of one picture, as width by height; narrower ones are cropped. */
const narrowest: Record<SocialNetwork, number> = {
  facebook: 0.8,
  instagram: 0.8,
  linkedin: 0.8,
  twitter: 0.75,
}
const narrowestVideo = 0.5
const widestSwiped = 1.91
export const GRID_PHOTOS_MAX = 5
/** Stories are upright, and whatever has another shape lies whole on a background. */
export const storyShape = '9 / 16'

type Shaped = Pick<Media, 'kind' | 'width' | 'height'>

/** The shape of the whole: one picture's own, the first one's in a row, and that of the grid. */
export function ratioOf(network: SocialNetwork, { kind, width, height }: Shaped, count: number): number {
  const own = width > 0 && height > 0 ? width / height : 1
  if (swiped.has(network)) return Math.min(widestSwiped, Math.max(narrowest[network], own))
  if (count === 1) return Math.max(kind === 'video' ? narrowestVideo : narrowest[network], own)
  return count === 2 ? 2 : 1
}
