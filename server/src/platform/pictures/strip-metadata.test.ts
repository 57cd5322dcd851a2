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
    const clean = stripMetadata(original, `image/${format}`, 1) ?? Buffer.alloc(0)
    expect((await sharp(clean).metadata()).exif).toBeUndefined()
    expect(clean.includes('Someone')).toBe(false)
    expect((await pixels(clean)).equals(await pixels(original))).toBe(true)
  })

  it.each([3, 6, 8])('still says that it is rotated: %i', async orientation => {
    const clean =
      stripMetadata(await photo('jpeg', orientation), 'image/jpeg', orientation) ?? Buffer.alloc(0)
    expect((await sharp(clean).metadata()).orientation).toBe(orientation)
    expect(clean.includes('Someone')).toBe(false)
  })

  it('is not made of a structure that cannot be followed, so that it has to be encoded anew', () => {
    const odd = Buffer.from('ffd8ffe1ffff00', 'hex')
    expect(stripMetadata(odd, 'image/jpeg', 1)).toBeNull()
    expect(stripMetadata(odd, 'image/gif', 1)).toBeNull()
  })

  it('keeps nothing that stands in a segment, between its scans, or behind its end', async () => {
    const segment = (marker: number, text: string) => {
      const content = Buffer.from(text)
      return Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content])
    }
    const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3366cc' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const secondScan = plain.indexOf(Buffer.from([0xff, 0xda]), plain.indexOf(Buffer.from([0xff, 0xda])) + 2)
    const makers = Array.from({ length: 16 }, (_, index) => segment(0xe0 + index, `JFXX SECRET ${index}`))
    const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01SECRET')
    const reserved = [0xc8, 0xf0, 0xfd, 0x02].map(marker => segment(marker, 'SECRET'))
    const marked = Buffer.concat([
      plain.subarray(0, 2),
      ...makers,
      adobe,
      ...reserved,
      plain.subarray(2, secondScan),
      segment(0xfe, 'SECRET between'),
      plain.subarray(secondScan),
      Buffer.from('SECRET motion photo behind the end'),
    ])
    const clean = stripMetadata(marked, 'image/jpeg', 1) ?? marked
    expect(clean.includes('SECRET')).toBe(false)
    expect((await pixels(clean)).equals(await pixels(plain))).toBe(true)
  })

  it('keeps the colour profile, and how the picture came to be', async () => {
    const label = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
    for (const format of ['jpeg', 'png'] as const) {
      const marked = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3366cc' } })
        .withIccProfile('p3')
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a b="${label}" owner="SECRET"/></x:xmpmeta>`)
        .toFormat(format)
        .toBuffer()
      const clean = stripMetadata(marked, `image/${format}`, 1) ?? marked
      const facts = await sharp(clean).metadata()
      expect([clean.includes('SECRET'), clean.includes(label), facts.icc !== undefined]).toEqual([
        false,
        true,
        true,
      ])
      expect(facts.xmp?.includes('trainedAlgorithmicMedia')).toBe(true)
    }
  })

  it('as a GIF moves as before, without comments and what stands behind its end', async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 10), Buffer.alloc(300, 200)])
    const gif = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ delay: [100, 200] })
      .toBuffer()
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('SECRET'), Buffer.from([0])])
    const more = Buffer.concat([Buffer.from([6]), Buffer.from('SECRET')])
    const grown = (start: number, length: number) =>
      Buffer.concat([gif.subarray(start, start + length), more, gif.subarray(start + length)])
    const loop = gif.indexOf('NETSCAPE2.0') - 3
    const withLoop = Buffer.concat([gif.subarray(0, loop), grown(loop, 18)])
    const control = withLoop.indexOf(Buffer.from([0x21, 0xf9]))
    const both = Buffer.concat([
      withLoop.subarray(0, control + 7),
      more,
      withLoop.subarray(control + 7, control + 8),
      comment,
      withLoop.subarray(control + 8),
    ])
    const marked = Buffer.concat([both, Buffer.from('SECRET')])
    const clean = stripMetadata(marked, 'image/gif', 1) ?? marked
    expect(clean.includes('SECRET')).toBe(false)
    expect(await sharp(clean).metadata()).toMatchObject({ pages: 2, delay: [100, 200] })
  })
})
