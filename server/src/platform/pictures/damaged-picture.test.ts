import sharp, { type SharpOptions } from 'sharp'
import { expect, it } from 'vitest'
import { isDamagedPicture } from './damaged-picture.ts'

const picture = (format: 'jpeg' | 'png' | 'gif') =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#123456',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .toFormat(format)
    .toBuffer()

const errorOf = (bytes: Buffer | string, options: SharpOptions = {}): Promise<unknown> =>
  sharp(bytes, options)
    .webp()
    .toBuffer()
    .then(
      () => null,
      (error: unknown) => error,
    )

it.each(['jpeg', 'png', 'gif'] as const)('A %s that is cut off counts as damaged', async format => {
  const bytes = await picture(format)
  expect(isDamagedPicture(await errorOf(bytes.subarray(0, bytes.length / 2)))).toBe(true)
  expect(isDamagedPicture(await errorOf(bytes.subarray(0, 12)))).toBe(true)
})

it('A picture with too many pixels counts as damaged', async () => {
  expect(isDamagedPicture(await errorOf(await picture('png'), { limitInputPixels: 100 }))).toBe(true)
})

it('A missing file and a mistake in the code are not taken for a damaged picture', async () => {
  expect(isDamagedPicture(await errorOf('/nowhere/at-all.png'))).toBe(false)
  expect(isDamagedPicture(new TypeError('x is not a function'))).toBe(false)
})
