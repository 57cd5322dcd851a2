import { describe, expect, it } from 'vitest'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { isAcceptedImage } from './linkedin/images.ts'
import type { Picture } from './platform/media.ts'
import { isAcceptedSize, largestImage } from './twitter/media.ts'

describe('A picture at the edge of a number', () => {
  const still: MediaFile = {
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: 400_000,
    width: 1200,
    height: 1200,
    seconds: null,
  }
  const moving: MediaFile = { ...still, kind: 'gif', contentType: 'image/gif', frames: 2 }
  const isTaken = (network: SocialNetwork, type: PostType, file: MediaFile) =>
    fileProblems(network, type, file).length === 0
  const pictureOf = ({ kind, width, height, frames }: MediaFile): Picture => ({
    bytes: Buffer.alloc(0),
    format: kind === 'gif' ? 'gif' : 'jpeg',
    width: width ?? 0,
    height: height ?? 0,
    frames: frames ?? 1,
    oddColours: false,
    isSideways: false,
  })

  it.each([
    ['250 frames', { frames: 250 }, true],
    ['251 frames', { frames: 251 }, false],
    ['a row less than 36,152,320 pixels', { width: 1024, height: 35_304 }, true],
    ['36,152,320 pixels', { width: 1024, height: 35_305 }, false],
  ])('is a GIF of %s for LinkedIn', (_, change, taken) => {
    const file = { ...moving, ...change }
    expect([isTaken('linkedin', 'animated_gif', file), isAcceptedImage(pictureOf(file))]).toEqual([
      taken,
      taken,
    ])
  })

  it.each([
    ['4 pixels', { width: 4, height: 4 }, true],
    ['3 pixels', { width: 3, height: 4 }, false],
  ])('has %s for Twitter', (_, change, taken) => {
    const file = { ...still, ...change }
    expect([isTaken('twitter', 'single_photo', file), isAcceptedSize(pictureOf(file))]).toEqual([
      taken,
      taken,
    ])
  })

  it('has no more bytes for Twitter than it takes', () => {
    const { maxBytes } = networks.twitter.image
    expect(isTaken('twitter', 'single_photo', { ...still, bytes: maxBytes })).toBe(true)
    expect(isTaken('twitter', 'single_photo', { ...still, bytes: maxBytes + 1 })).toBe(false)
    expect(maxBytes).toBeLessThanOrEqual(largestImage)
  })

  it.each<[SocialNetwork, Partial<MediaFile>, boolean]>([
    ['facebook', { bytes: 10_000_000, width: 600, height: 315 }, true],
    ['facebook', { bytes: 10_000_001 }, false],
    ['facebook', { width: 599 }, false],
    ['facebook', { height: 314 }, false],
    ['instagram', { bytes: 10_000_000, width: 320, height: 320 }, true],
    ['instagram', { bytes: 10_000_001 }, false],
    ['instagram', { width: 319, height: 319 }, false],
    ['linkedin', { bytes: 10_000_000 }, true],
    ['linkedin', { bytes: 10_000_001 }, false],
  ])('is judged by the product’s own numbers for %s: %j', (network, change, taken) => {
    // What is sent is made smaller where the network takes less (docs/product/media.md "For each network").
    expect(isTaken(network, 'single_photo', { ...still, ...change })).toBe(taken)
  })
})
