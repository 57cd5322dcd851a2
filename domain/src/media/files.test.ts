import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { imageGrid, isAiContent, mediaKindOf, previewLongestSide, previewSize, toMediaFile } from './files.ts'
import type { ObjectData } from './model.ts'

test.each([
  [4000, 3000, 'small', 320, 240],
  [3000, 4000, 'medium', 810, 1080],
  [1080, 1080, 'medium', 1080, 1080],
  [200, 100, 'small', 200, 100],
  [10_000, 1, 'small', 320, 1],
] as const)('a picture of %d by %d has a %s preview of %d by %d', (width, height, preview, w, h) => {
  expect(previewSize({ width, height }, preview)).toEqual({ width: w, height: h })
})

it('makes no preview larger than its picture or its bound', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(side, side, fc.constantFrom('small', 'medium'), (width, height, preview) => {
      const size = previewSize({ width, height }, preview)
      expect(size.width).toBeLessThanOrEqual(Math.min(width, previewLongestSide[preview]))
      expect(size.height).toBeLessThanOrEqual(Math.min(height, previewLongestSide[preview]))
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
    }),
  )
})

test.each([
  [0, 0, 0, false],
  [1, 1, 0, false],
  [4, 4, 0, false],
  [5, 5, 0, true],
  [6, 5, 1, true],
  [10, 5, 5, true],
])('of %d images the grid shows %d and +%d, with a count badge: %s', (count, shown, more, hasCountBadge) => {
  expect(imageGrid(count)).toEqual({ shown, more, hasCountBadge })
})

test.each([
  ['image/jpeg', 'image'],
  ['image/gif', 'gif'],
  ['video/mp4', 'video'],
  ['application/pdf', null],
  ['', null],
])('%s is of the kind %s', (contentType, kind) => {
  expect(mediaKindOf(contentType)).toBe(kind)
})

const stored: ObjectData = {
  public_url: '/media/1',
  content_type: 'video/mp4',
  file_size: 5000,
  options: { width: 1280, height: 720, ratio: 1.78, type: 'video', duration: 12.5 },
  is_temporary: false,
  original_name: 'oven.mp4',
  user_id: 1,
  previews: null,
  parent_media_id: null,
  crop: null,
}

test('a stored video is a file with its length, and a link is not a file', () => {
  expect(toMediaFile(stored)).toEqual({
    kind: 'video',
    contentType: 'video/mp4',
    bytes: 5000,
    width: 1280,
    height: 720,
    seconds: 12.5,
  })
  expect(toMediaFile({ ...stored, options: { ...stored.options, type: 'link' } })).toBeNull()
})

test.each([
  ['trainedAlgorithmicMedia', true],
  ['compositeWithTrainedAlgorithmicMedia', true],
  ['digitalCapture', false],
  ['humanEdits', false],
  [undefined, false],
])('a file that says it is %s is shown as made by AI: %s', (type, isShown) => {
  expect(isAiContent(type)).toBe(isShown)
})
