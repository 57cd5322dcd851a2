import { useState } from 'react'
import { cutOf, largestArea, rotateCrop, rotatedSize, wholePicture } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import type { Size } from '#domain/networks/model.ts'
import type { CropPreset } from './crop-sizes.ts'

const presetOf = (presets: readonly CropPreset[], { output }: Crop): CropPreset | undefined =>
  presets.find(({ size }) => size?.width === output?.width && size?.height === output?.height)

/** The part of that shape in the middle of the picture as it is rotated. */
const cropTo = (picture: Size, { rotation }: Crop, size: Size): Crop => ({
  rotation,
  ...largestArea(rotatedSize(picture, rotation), size.width / size.height),
  output: size,
})

/** The crop that somebody is choosing for a picture: the part, the rotation and the size. */
export const useCrop = (picture: Size, presets: readonly CropPreset[], start: Crop | null) => {
  const [crop, setCrop] = useState<Crop>(start ?? wholePicture)
  const preset = presetOf(presets, crop) ?? presets[0]
  return {
    crop,
    preset,
    output: cutOf(picture, crop).output,
    isWhole: JSON.stringify(crop) === JSON.stringify(wholePicture),
    select: (area: Pick<Crop, 'x' | 'y' | 'width' | 'height'>) => setCrop(before => ({ ...before, ...area })),
    choose: ({ size }: CropPreset) =>
      setCrop(before => (size ? cropTo(picture, before, size) : { ...before, output: null })),
    /** A chosen size stays upright: the part is laid anew on the rotated picture. */
    rotate: () =>
      setCrop(before => {
        const rotated = rotateCrop(before)
        return before.output ? cropTo(picture, rotated, before.output) : rotated
      }),
    reset: () => setCrop(wholePicture),
  }
}
