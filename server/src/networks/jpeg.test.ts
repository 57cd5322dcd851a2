import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { toJpeg } from './jpeg.ts'

const limits = { maxWidth: 1440, maxBytes: 8_000_000 }

describe('A picture converted for a network', () => {
  it('becomes a JPEG within the network’s width and is never enlarged', async () => {
    for (const [width, expected] of [
      [3_000, 1_440],
      [800, 800],
    ] as const) {
      const png = await sharp({ create: { width, height: width / 2, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer()
      const jpeg = await toJpeg(png, limits)
      const made = await sharp(jpeg ?? undefined).metadata()
      expect(made).toMatchObject({ format: 'jpeg', width: expected, space: 'srgb' })
    }
  })

  it('is rotated upright and loses its location', async () => {
    const lying = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const made = await sharp((await toJpeg(lying, limits)) ?? undefined).metadata()
    expect(made).toMatchObject({ width: 400, height: 600 })
    expect(made.exif).toBeUndefined()
  })

  it('stays within the size limit at the cost of quality', async () => {
    const noise = await sharp(randomBytes(800 * 800 * 3), { raw: { width: 800, height: 800, channels: 3 } })
      .png()
      .toBuffer()
    const jpeg = await toJpeg(noise, { maxWidth: 800, maxBytes: 300_000 })
    expect(jpeg?.length).toBeLessThanOrEqual(300_000)
  })

  it('is null if the bytes are not a picture', async () => {
    expect(await toJpeg(Buffer.from('not a picture'), limits)).toBeNull()
  })
})
