import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileProblems } from '#domain/networks/media-rules.ts'
import { type MediaFile, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import { isConverting } from './files.ts'
import { type VideoTarget, videoTarget } from './video-conversion.ts'

const video = (part: Partial<MediaFile> = {}): MediaFile => ({
  kind: 'video',
  contentType: 'video/mp4',
  bytes: 8_000_000,
  width: 1280,
  height: 720,
  seconds: 20,
  ...part,
})

const stream: VideoStream = {
  codec: 'h264',
  profile: 'High',
  chroma: '4:2:0',
  bit_depth: 8,
  dynamic_range: 'sdr',
  is_wide_gamut: false,
  frame_rate: 30,
  has_constant_rate: true,
  is_interlaced: false,
  has_square_pixels: true,
  is_closed_gop: true,
  audio: { codec: 'aac-lc', channels: 2, hertz: 48_000 },
  has_edit_list: false,
  is_index_first: true,
}

describe('What a video is converted to', () => {
  it.each<[string, Partial<MediaFile>, { width: number; height: number }]>([
    ['its own size if only its type is wrong', { contentType: 'video/webm' }, { width: 1280, height: 720 }],
    ['its own size if it is only too many bytes', { bytes: 40_000_000 }, { width: 1280, height: 720 }],
    ['a smaller one if it is too large', { width: 3840, height: 2160 }, { width: 1280, height: 720 }],
    ['the same limits turned if it is upright', { width: 2160, height: 3840 }, { width: 720, height: 1280 }],
    ['even numbers of pixels', { width: 1921, height: 1079 }, { width: 1280, height: 718 }],
  ])('is %s', (_, part, size) => {
    expect(videoTarget('twitter', 'single_video', video(part))).toEqual({
      ...size,
      minBytes: 1,
      maxBytes: 15_000_000,
      frameRate: 30,
      isRepacked: false,
    })
  })

  it.each<[string, MediaFile]>([
    ['that fits already', video()],
    ['that is too long, which would have to be cut', video({ seconds: 141, bytes: 40_000_000 })],
    ['that is too short', video({ seconds: 0.2, contentType: 'video/webm' })],
    ['whose length is unknown', video({ seconds: null, contentType: 'video/webm' })],
    ['that is a photo', { ...video(), kind: 'image', contentType: 'image/png' }],
  ])('is nothing for a file %s', (_, file) => {
    expect(videoTarget('twitter', 'single_video', file)).toBeNull()
  })

  it.each<[string, Partial<VideoStream>, SocialNetwork, Partial<VideoTarget> | null]>([
    ['nothing if its encoding is taken', {}, 'twitter', null],
    ['new pictures for 4:4:4', { chroma: '4:4:4' }, 'twitter', { isRepacked: false }],
    ['new pictures for HEVC', { codec: 'hevc' }, 'linkedin', { isRepacked: false }],
    ['nothing for HEVC that is taken', { codec: 'hevc' }, 'instagram', null],
    ['new pictures for HDR on every network', { dynamic_range: 'hlg' }, 'facebook', { isRepacked: false }],
    ['only a new container for an edit list', { has_edit_list: true }, 'instagram', { isRepacked: true }],
    ['nothing for an edit list that is taken', { has_edit_list: true }, 'twitter', null],
    ['24 frames a second for 1', { frame_rate: 1 }, 'instagram', { frameRate: 24, isRepacked: false }],
    ['60 frames a second for 120', { frame_rate: 120 }, 'twitter', { frameRate: 60 }],
    [
      'a usual rate for a measured one',
      { frame_rate: 119.88 / 4, codec: 'vp9' },
      'twitter',
      { frameRate: 30_000 / 1001 },
    ],
    [
      'sound in AAC for Opus',
      { audio: { codec: 'opus', channels: 2, hertz: 48_000 } },
      'twitter',
      { isRepacked: false },
    ],
  ])('is %s', (_, part, network, target) => {
    const file = video({ stream: { ...stream, ...part } })
    const found = videoTarget(network, 'single_video', file)
    if (target === null) expect(found).toBeNull()
    else expect(found).toMatchObject(target)
  })

  it('says all that is wrong with the encoding at once, and never a type that is taken', () => {
    const file = video({
      stream: { ...stream, codec: 'hevc', chroma: '4:2:2', bit_depth: 10, frame_rate: 120 },
    })
    expect(fileProblems('twitter', 'single_video', file).map(({ text }) => text)).toEqual([
      'Twitter does not take this video as it is: it is encoded as H.265 (HEVC) instead of H.264, has colours in 4:2:2 instead of 4:2:0, has 10 bits a colour instead of 8, has 120 frames a second instead of at most 60',
    ])
  })

  it('is nothing for a shape that the type of post does not take', () => {
    expect(videoTarget('facebook', 'video_story', video({ width: 4000, height: 2000 }))).toBeNull()
  })

  it('fills up a film of too few bytes for LinkedIn, in a new container', () => {
    const small = video({ bytes: 40_000, stream })
    expect(videoTarget('linkedin', 'single_video', small)).toMatchObject({
      minBytes: 76_800,
      isRepacked: true,
    })
    expect(videoTarget('twitter', 'single_video', small)).toBeNull()
  })

  it('always fits the network, is never larger than the video, and keeps its shape', () => {
    const sides = fc.integer({ min: 100, max: 5000 })
    fc.assert(
      fc.property(fc.constantFrom(...socialNetworks), sides, sides, (network, width, height) => {
        const file = video({ width, height, contentType: 'video/x-matroska', bytes: 150_000_000 })
        const target = videoTarget(network, 'single_video', file)
        if (target === null) return
        const result = { ...file, ...target, contentType: 'video/mp4', bytes: target.maxBytes }
        expect(fileProblems(network, 'single_video', result)).toEqual([])
        expect(target.width <= width && target.height <= height).toBe(true)
        expect([target.width % 2, target.height % 2]).toEqual([0, 0])
        // Two pixels are what rounding to even numbers costs.
        expect(Math.abs(target.width / (width / height) - target.height)).toBeLessThan(
          2 + 2 * (height / width) + 2,
        )
      }),
    )
  })
})

it('A version waits for a conversion that is queued or running', () => {
  expect(
    (['queued', 'running', 'done', 'failed', 'cancelled'] as const).map(status => isConverting({ status })),
  ).toEqual([true, true, false, false, false])
  expect(isConverting(null)).toBe(false)
})
