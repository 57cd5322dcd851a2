import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { stripMetadata } from './strip-metadata.ts'

const place = { IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } }
const photo = (format: 'jpeg' | 'png', orientation = 1) =>
  sharp({ create: { width: 120, height: 60, channels: 3, background: '#3366cc' } })
    .withMetadata({ orientation })
    .withExifMerge(place)
    .toFormat(format)
    .toBuffer()
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('A photo without its metadata', () => {
  it.each(['jpeg', 'png'] as const)('as %s reveals no location, and has every pixel', async format => {
    const original = await photo(format)
    expect((await sharp(original).metadata()).exif).toBeDefined()
    const clean = stripMetadata(original, `image/${format}`, 1)
    expect((await sharp(clean).metadata()).exif).toBeUndefined()
    expect(clean.includes('Someone')).toBe(false)
    expect((await pixels(clean)).equals(await pixels(original))).toBe(true)
  })

  it.each([3, 6, 8])('still says that it is rotated: %i', async orientation => {
    const clean = stripMetadata(await photo('jpeg', orientation), 'image/jpeg', orientation)
    expect((await sharp(clean).metadata()).orientation).toBe(orientation)
    expect(clean.includes('Someone')).toBe(false)
  })

  it('is unchanged if its structure is not as expected', () => {
    const odd = Buffer.from('ffd8ffe1ffff00', 'hex')
    expect(stripMetadata(odd, 'image/jpeg', 1)).toBe(odd)
    expect(stripMetadata(odd, 'image/gif', 1)).toBe(odd)
  })
})
