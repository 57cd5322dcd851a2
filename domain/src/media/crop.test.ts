import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cutOf, largestArea, rotateCrop, rotatedSize, wholePicture } from './crop.ts'
import type { Crop } from './model.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
/** A start and a length that end inside the picture. */
const range = fc
  .tuple(share, share)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => [Math.min(from, to), Math.abs(to - from)] as const)
const crop: fc.Arbitrary<Crop> = fc
  .record({ rotation: fc.constantFrom(0, 90, 180, 270), across: range, down: range, output: fc.option(size) })
  .map(({ rotation, across: [x, width], down: [y, height], output }) => ({
    rotation,
    x,
    y,
    width,
    height,
    output,
  }))

describe('A crop', () => {
  it('takes at least a pixel, and nothing outside the picture', () => {
    fc.assert(
      fc.property(size, crop, (picture, wanted) => {
        const { left, top, cut } = cutOf(picture, wanted)
        const rotated = rotatedSize(picture, wanted.rotation)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(Math.min(cut.width, cut.height)).toBeGreaterThanOrEqual(1)
        expect(left + cut.width).toBeLessThanOrEqual(rotated.width)
        expect(top + cut.height).toBeLessThanOrEqual(rotated.height)
      }),
    )
  })

  it('is never enlarged, and never empty', () => {
    fc.assert(
      fc.property(size, crop, (picture, wanted) => {
        const { cut, output } = cutOf(picture, wanted)
        expect(output.width).toBeLessThanOrEqual(cut.width)
        expect(output.height).toBeLessThanOrEqual(cut.height)
        expect(Math.min(output.width, output.height)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('takes the same part of the picture when it is rotated with it', () => {
    fc.assert(
      fc.property(size, crop, (picture, wanted) => {
        const [before, after] = [cutOf(picture, wanted), cutOf(picture, rotateCrop(wanted))]
        // Rounding from the other side may differ by a pixel.
        expect(Math.abs(after.cut.width - before.cut.height)).toBeLessThanOrEqual(1)
        expect(Math.abs(after.cut.height - before.cut.width)).toBeLessThanOrEqual(1)
        const { height } = rotatedSize(picture, wanted.rotation)
        expect(Math.abs(after.left - (height - before.top - before.cut.height))).toBeLessThanOrEqual(1)
        expect(Math.abs(after.top - before.left)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is as before after four quarters', () => {
    fc.assert(
      fc.property(crop, wanted => {
        const after = rotateCrop(rotateCrop(rotateCrop(rotateCrop(wanted))))
        expect([after.rotation, after.output]).toEqual([wanted.rotation, wanted.output])
        for (const side of ['x', 'y', 'width', 'height'] as const)
          expect(after[side]).toBeCloseTo(wanted[side], 9)
      }),
    )
  })

  it('of a shape has exactly the size of its preset, if the picture is large enough', () => {
    const preset = fc.constantFrom(
      ...([
        [1080, 1080],
        [1080, 608],
        [1080, 1350],
        [1080, 1920],
        [1200, 628],
        [1024, 512],
      ] as const),
    )
    const large = fc.record({
      width: fc.integer({ min: 2000, max: 9000 }),
      height: fc.integer({ min: 2000, max: 9000 }),
    })
    fc.assert(
      fc.property(large, preset, (picture, [width, height]) => {
        const area = largestArea(picture, width / height)
        const { output } = cutOf(picture, { ...wholePicture, ...area, output: { width, height } })
        expect(output).toEqual({ width, height })
      }),
    )
  })

  it('that is the largest of its shape touches two opposite sides', () => {
    fc.assert(
      fc.property(size, fc.double({ min: 0.1, max: 10, noNaN: true }), (picture, ratio) => {
        const { x, y, width, height } = largestArea(picture, ratio)
        expect(Math.max(width, height)).toBeCloseTo(1, 9)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect((width * picture.width) / (height * picture.height)).toBeCloseTo(ratio, 6)
      }),
    )
  })
})

test.each([
  [
    { ...wholePicture },
    { left: 0, top: 0, cut: { width: 400, height: 300 }, output: { width: 400, height: 300 } },
  ],
  [
    { ...wholePicture, rotation: 90, x: 0.5, width: 0.5, output: { width: 75, height: 200 } },
    { left: 150, top: 0, cut: { width: 150, height: 400 }, output: { width: 75, height: 200 } },
  ],
  [
    { ...wholePicture, width: 0.5, output: { width: 1080, height: 1080 } },
    { left: 0, top: 0, cut: { width: 200, height: 300 }, output: { width: 200, height: 300 } },
  ],
] as const)('the crop %j of 400 by 300 pixels takes %j', (wanted, expected) => {
  expect(cutOf({ width: 400, height: 300 }, wanted)).toEqual(expected)
})
