import { isStory, type MediaKind, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { imageGrid, narrowestShown, rowRatio } from './files.ts'

/** How a network shows a file: whole, cropped to a shape, or whole in a frame of a shape. Shapes are width by height. */
export type ShownShape =
  | { readonly how: 'as_it_is' }
  | { readonly how: 'cropped' | 'framed'; readonly ratio: number }

/** A file of a post with its own shape; null if that is unknown. */
type Shaped = { readonly kind: MediaKind; readonly ratio: number | null }

const asItIs: ShownShape = { how: 'as_it_is' }
const STORY = 9 / 16
/** The networks that show one file at a time; the others show tiles. */
const swiping: readonly SocialNetwork[] = ['instagram']

/** Nobody sees that a hundredth is missing. */
const isNearly = (own: number, ratio: number): boolean => Math.abs(own / ratio - 1) < 0.01

/** The shape of a tile: three or more pictures are two rows of a square. */
const tileRatio = (index: number, shown: number): number => {
  if (shown === 3 && index === 0) return 2
  return shown === 5 && index > 1 ? 2 / 3 : 1
}

/** The shape that the file is cropped to; null if it is not. */
const croppedTo = (network: SocialNetwork, media: readonly Shaped[], index: number): number | null => {
  const [first] = media
  const { shown } = imageGrid(media.length)
  // A single video is shown by a player, and networks only advise a shape.
  if (!first?.ratio || (media.length === 1 && first.kind === 'video')) return null
  if (swiping.includes(network)) return rowRatio(first.ratio)
  if (media.length === 1) return Math.max(narrowestShown[network], first.ratio)
  return index < shown ? tileRatio(index, shown) : null
}

/**
 * How the network will show each file of a post of this type. A photo that it refuses for its shape is as it is: the problem says so.
 * (docs/product/previews.md "Cropped and framed")
 */
export const shownShapes = (
  network: SocialNetwork,
  type: PostType,
  media: readonly Shaped[],
): readonly ShownShape[] =>
  media.map(({ kind, ratio: own }, index) => {
    if (!own) return asItIs
    if (isStory(type)) return isNearly(own, STORY) ? asItIs : { how: 'framed', ratio: STORY }
    if (swiping.includes(network) && kind !== 'video' && !isNearly(own, rowRatio(own))) return asItIs
    const ratio = croppedTo(network, media, index)
    return ratio === null || isNearly(own, ratio) ? asItIs : { how: 'cropped', ratio }
  })

/** Shapes that people know by name. */
const named = ['9:16', '2:3', '3:4', '4:5', '1:1', '5:4', '4:3', '3:2', '16:9', '1.91:1', '2:1'].map(name => {
  const [width = 1, height = 1] = name.split(':').map(Number)
  return { name, ratio: width / height }
})

const shapeName = (ratio: number): string =>
  named.find(known => isNearly(ratio, known.ratio))?.name ?? `${Number(ratio.toFixed(2))}:1`

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** What people are told of it beside the files of a version; null where all are shown as they are. */
export const shownShapesText = (
  network: SocialNetwork,
  type: PostType,
  media: readonly Shaped[],
): string | null => {
  const shapes = shownShapes(network, type, media)
  const changed = shapes.flatMap((shape, index) => (shape.how === 'as_it_is' ? [] : [{ ...shape, index }]))
  const [first] = changed
  if (!first) return null
  const label = networkNames[network]
  const shape = shapeName(first.ratio)
  const noun = media.some(({ kind }) => kind === 'video') ? 'file' : 'picture'
  if (first.how === 'framed')
    return `${label} shows this ${noun} whole in a frame of ${shape}, with a background around it.`
  if (media.length === 1) return `${label} crops this ${noun} to ${shape} in the feed.`
  const which = `${noun}${changed.length > 1 ? 's' : ''} ${listed.format(changed.map(({ index }) => String(index + 1)))}`
  if (!swiping.includes(network))
    return `${label} shows several pictures as tiles and crops ${which} in the feed.`
  return `${label} crops ${which} to ${shape}${first.index > 0 ? ', the shape of the first' : ''}.`
}
