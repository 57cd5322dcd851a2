import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { PostMedia } from '#server/networks/network-adapter.ts'
import { mediaUrlOf } from './media-url.ts'

/** What Instagram is sent of a photo of this size: its width and height. */
const sentOf = async (width: number, height: number): Promise<[width: number, height: number]> => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#a6532c' } })
    .jpeg()
    .toBuffer()
  let sent: Buffer = bytes
  const host = async (made: Buffer) => {
    sent = made
    return 'https://galley.example/made'
  }
  const photo = { kind: 'image', url: 'https://galley.example/photo', read: async () => bytes, host }
  expect(await mediaUrlOf(photo as unknown as PostMedia, 'single_photo')).toMatch(/^https:/)
  const facts = await sharp(sent).metadata()
  return [facts.width, facts.height]
}

describe('A photo for the feed of Instagram', () => {
  it.each([
    [1080, 1350],
    [1079, 1349],
    [1080, 1357],
    [1441, 1801],
    [2001, 2501],
    [2880, 3617],
    [1910, 1000],
    [1914, 1000],
    [1440, 752],
    [3001, 1570],
    [320, 402],
  ])(
    'of %d by %d is fine while writing, and sent in a shape that is taken exactly',
    async (width, height) => {
      const file = {
        kind: 'image',
        contentType: 'image/jpeg',
        bytes: 90_000,
        width,
        height,
        seconds: null,
      } as const
      expect(fileProblems('instagram', 'single_photo', file)).toEqual([])
      const [wide, high] = await sentOf(width, height)
      expect([wide * 5 >= high * 4, wide * 100 <= high * 191]).toEqual([true, true])
      expect(wide).toBeLessThanOrEqual(1440)
      // What is cut off is no more than one row or column in a hundred.
      expect(Math.abs(wide / high / (width / height) - 1)).toBeLessThan(0.01)
    },
  )

  it('is sent as it is where its shape and width are taken', async () => {
    expect(await sentOf(1081, 1351)).toEqual([1081, 1351])
  })
})
