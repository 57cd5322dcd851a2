import type { Size } from '#domain/networks/model.ts'
import type { Crop } from './model.ts'

/** A rectangle as fractions of a picture, 0 to 1. */
export type Area = Pick<Crop, 'x' | 'y' | 'width' | 'height'>

/** The whole picture as it is. */
export const wholePicture: Crop = { rotation: 0, x: 0, y: 0, width: 1, height: 1, output: null }

/** A picture's size after it was rotated clockwise. */
export const rotatedSize = ({ width, height }: Size, rotation: Crop['rotation']): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** The crop of the picture rotated by a further quarter, clockwise: the same part of it, and its output lies on its side. */
export const rotateCrop = ({ rotation, x, y, width, height, output }: Crop): Crop => ({
  rotation: ((rotation + 90) % 360) as Crop['rotation'],
  x: 1 - y - height,
  y: x,
  width: height,
  height: width,
  output: output && { width: output.height, height: output.width },
})

/** The largest part of a picture of that shape (width by height), in its middle. */
export const largestArea = (picture: Size, ratio: number): Area => {
  const own = picture.width / picture.height
  const [width, height] = own > ratio ? [ratio / own, 1] : [1, own / ratio]
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}

/** The fraction of a length in whole pixels, at least one of them, inside it. */
const span = (start: number, share: number, length: number): { start: number; length: number } => {
  const first = Math.min(length - 1, Math.max(0, Math.round(start * length)))
  const end = Math.min(length, Math.max(first + 1, Math.round((start + share) * length)))
  return { start: first, length: end - first }
}

/** Never larger than the cut: enlarging adds nothing that is to be seen. Within a pixel of its shape it becomes exactly the wanted size. */
const outputOf = (cut: Size, wanted: Size): Size => {
  const scale = Math.max(wanted.width / cut.width, wanted.height / cut.height)
  if (scale > 1) return cut
  const fitted = { width: Math.round(cut.width * scale), height: Math.round(cut.height * scale) }
  const isSameShape =
    Math.abs(fitted.width - wanted.width) <= 2 && Math.abs(fitted.height - wanted.height) <= 2
  return isSameShape ? wanted : fitted
}

/**
 * What a crop takes from a picture of this size, in whole pixels: the part of the rotated picture, and the size that it is scaled down to.
 * (docs/product/media.md "Cropping")
 */
export const cutOf = (
  picture: Size,
  crop: Crop,
): { readonly left: number; readonly top: number; readonly cut: Size; readonly output: Size } => {
  const rotated = rotatedSize(picture, crop.rotation)
  const across = span(crop.x, crop.width, rotated.width)
  const down = span(crop.y, crop.height, rotated.height)
  const cut = { width: across.length, height: down.length }
  return { left: across.start, top: down.start, cut, output: crop.output ? outputOf(cut, crop.output) : cut }
}
