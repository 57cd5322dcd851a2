import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { wholePicture } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import { cropPresets, cropWarning } from './crop-sizes.ts'
import { useCrop } from './use-crop.ts'

const picture = { width: 4000, height: 3000 }
const presets = cropPresets('instagram', 'single_photo')
const show = (start: Crop | null = null) => renderHook(() => useCrop(picture, presets, start)).result
const named = (name: string) => {
  const found = presets.find(preset => preset.name === name)
  if (!found) throw new Error(name)
  return found
}

test('a post is offered the sizes of its network, and a story its own', () => {
  const sizes = (...of: Parameters<typeof cropPresets>) => cropPresets(...of).map(({ key }) => key)
  expect(sizes('instagram', 'single_photo')).toEqual(['free', '1080x1080', '1080x608', '1080x1350'])
  expect(sizes('instagram', 'photo_story')).toEqual(['free', '1080x1920'])
  expect(sizes('facebook', 'multi_photo')).toEqual(['free', '1200x628', '1200x1800', '1200x1200'])
  expect(sizes('linkedin', 'single_photo')).toEqual(['free', '1200x628'])
  expect(sizes('twitter', 'single_photo')).toEqual(['free', '1200x675', '1024x512'])
})

test.each([
  ['facebook', 599, 400, 'This part is too small: Facebook takes photos from 600×315 px.'],
  ['facebook', 600, 315, null],
  ['instagram', 1080, 319, 'This part is too small: Instagram takes photos from 320×320 px.'],
  ['instagram', 400, 1000, 'Instagram takes photos between 4:5 and 1.91:1 in this type of post.'],
  ['linkedin', 10, 10, null],
] as const)('of a part for %s of %d by %d pixels the dialog says: %s', (network, width, height, text) => {
  expect(cropWarning(network, 'single_photo', { width, height })).toBe(text)
})

describe('A crop that is being chosen', () => {
  it('starts with the whole photo, or with the crop that it has', () => {
    expect(show().current).toMatchObject({ crop: wholePicture, isWhole: true, output: picture })
    const crop = { ...wholePicture, width: 0.5, output: { width: 1080, height: 1080 } }
    expect(show(crop).current).toMatchObject({ crop, isWhole: false, preset: { name: 'Square' } })
  })

  it('takes the largest part of a size, in the middle, and becomes that size', () => {
    const chosen = show()
    act(() => chosen.current.choose(named('Portrait')))
    expect(chosen.current.output).toEqual({ width: 1080, height: 1350 })
    expect(chosen.current.crop).toMatchObject({
      y: 0,
      height: 1,
      width: expect.closeTo(0.6),
      x: expect.closeTo(0.2),
    })
    act(() => chosen.current.choose(named('Free')))
    expect(chosen.current).toMatchObject({ preset: { name: 'Free' }, output: { width: 2400, height: 3000 } })
  })

  it('keeps its size when the photo is rotated, and its part if it is free', () => {
    const chosen = show()
    act(() => chosen.current.choose(named('Portrait')))
    act(() => chosen.current.rotate())
    expect(chosen.current.crop).toMatchObject({ rotation: 90, x: 0, width: 1 })
    expect(chosen.current.output).toEqual({ width: 1080, height: 1350 })
    act(() => chosen.current.reset())
    act(() => chosen.current.select({ x: 0, y: 0, width: 0.5, height: 1 }))
    act(() => chosen.current.rotate())
    expect(chosen.current.crop).toMatchObject({ rotation: 90, x: 0, y: 0, width: 1, height: 0.5 })
    expect(chosen.current.output).toEqual({ width: 3000, height: 2000 })
  })
})
