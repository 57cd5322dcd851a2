import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fitPicture, hasPlainColours } from './fit-picture.ts'

const limits = { formats: ['jpeg', 'png'], maxBytes: 5_000_000, maxSide: 400, maxPixels: 100_000 }
const create = { width: 100, height: 50, channels: 3 as const, background: '#3366cc' }
const made = async (bytes: Buffer) => {
  const fitting = await fitPicture(bytes, limits)
  return { fitting, facts: await sharp(fitting?.bytes).metadata() }
}

describe('A picture for a network', () => {
  it('is sent as it is if the network takes it', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const bytes = await sharp({ create }).toFormat(format).toBuffer()
      expect((await fitPicture(bytes, limits))?.bytes).toBe(bytes)
    }
  })

  it.each<[string, () => Promise<Buffer>, string]>([
    ['CMYK', () => sharp({ create }).toColourspace('cmyk').jpeg().toBuffer(), 'jpeg'],
    [
      '16 bits and transparent',
      () =>
        sharp({ create: { ...create, channels: 4, background: '#3366cc80' } })
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
      'png',
    ],
    ['Display P3', () => sharp({ create }).withIccProfile('p3').jpeg().toBuffer(), 'jpeg'],
    ['WebP', () => sharp({ create }).webp().toBuffer(), 'jpeg'],
  ])('with %s gets plain colours in a format that is taken', async (_, original, format) => {
    const { facts } = await made(await original())
    expect([facts.format, facts.width, hasPlainColours(facts)]).toEqual([format, 100, true])
  })

  it('as a PNG that lies on its side is put upright, since only JPEGs are turned by who shows them', async () => {
    const png = await sharp({ create }).png().withMetadata({ orientation: 6 }).toBuffer()
    const { facts } = await made(png)
    expect([facts.width, facts.height, facts.orientation]).toEqual([50, 100, undefined])
    const jpeg = await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect((await made(jpeg)).fitting?.bytes).toEqual(jpeg)
  })

  it('keeps its shape and stays below the pixels and the sides', async () => {
    for (const [width, height] of [
      [3000, 2000],
      [333, 301],
      [50, 4000],
      [401, 2],
    ] as const) {
      const { facts } = await made(
        await sharp({ create: { ...create, width, height } })
          .jpeg()
          .toBuffer(),
      )
      expect(facts.width * facts.height).toBeLessThan(limits.maxPixels)
      expect(Math.max(facts.width, facts.height)).toBeLessThanOrEqual(limits.maxSide)
      expect(Math.abs(facts.height - (facts.width * height) / width)).toBeLessThan(1 + height / width)
    }
  })

  it('is nothing if it is no picture', async () => {
    expect(await fitPicture(Buffer.from('no picture'), limits)).toBeNull()
  })
})
