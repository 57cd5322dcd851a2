import type { Video } from './video.ts'

/** What a network decodes, from its own pages; what is left out is documented nowhere. */
export type Decoder = {
  mimes: readonly string[]
  codecs?: readonly string[]
  /** 4:2:0 with 8 bits, or with 10 where HEVC Main 10 is decoded. */
  bits?: number
  progressive?: true
  rates?: readonly [least: number, most: number]
  steady?: true
  closedGroups?: true
  squarePixels?: true
  sounds?: readonly string[]
  channels?: number
  hertz?: number
  milliseconds: readonly [least: number, most: number]
  bytes: number
  leastBytes?: number
  widest?: number
  /** Landscape; an upright video may have them turned. */
  smallest?: readonly [width: number, height: number]
  largest?: readonly [width: number, height: number]
  /** Width divided by height. */
  shapes?: readonly [least: number, most: number]
  bitsPerSecond?: number
  plainContainer?: true
}

const MEGABYTE = 1024 * 1024
const mp4AndMov = ['video/mp4', 'video/quicktime']

const instagramVideo: Decoder = {
  mimes: mp4AndMov,
  codecs: ['avc', 'hevc'],
  bits: 8,
  progressive: true,
  rates: [23, 60],
  closedGroups: true,
  sounds: ['aac-lc', 'aac-he'],
  channels: 2,
  hertz: 48_000,
  milliseconds: [3_000, 900_000],
  bytes: 300 * MEGABYTE,
  widest: 1920,
  shapes: [0.01, 10],
  bitsPerSecond: 25_000_000,
  plainContainer: true,
}

const facebookUpright = {
  mimes: [...mp4AndMov, 'video/webm', 'video/x-matroska'],
  codecs: ['avc', 'hevc', 'vp09', 'vp9', 'av01', 'av1'],
  bits: 8,
  progressive: true,
  rates: [24, 60],
  steady: true,
  closedGroups: true,
  sounds: ['aac-lc'],
  channels: 2,
  hertz: 48_000,
  milliseconds: [3_000, 60_000],
  bytes: 2048 * MEGABYTE,
  smallest: [960, 540],
} as const satisfies Decoder

/** By network and kind of post. Of Facebook's feed only the codes of its refusals tell anything. */
export const decoders = {
  facebookFeed: {
    mimes: facebookUpright.mimes,
    milliseconds: [1_000, 40 * 60_000],
    bytes: 2048 * MEGABYTE,
    leastBytes: 1024,
  },
  instagramReel: instagramVideo,
  instagramStory: {
    ...instagramVideo,
    milliseconds: [3_000, 60_000],
    bytes: 100 * MEGABYTE,
    shapes: [0.1, 10],
  },
  instagramItem: { ...instagramVideo, milliseconds: [3_000, 60_000] },
  facebookStory: { ...facebookUpright, shapes: [9 / 16, 9 / 16] },
  facebookReel: { ...facebookUpright, milliseconds: [3_000, 90_000], shapes: [9 / 16, 16 / 9] },
  linkedin: {
    mimes: ['video/mp4'],
    codecs: ['avc'],
    bits: 8,
    progressive: true,
    rates: [10, 60],
    milliseconds: [3_000, 30 * 60_000],
    bytes: 500 * MEGABYTE,
    leastBytes: 75 * 1024,
    smallest: [256, 144],
    largest: [4096, 2304],
    shapes: [5 / 12, 12 / 5],
  },
  twitter: {
    mimes: mp4AndMov,
    codecs: ['avc'],
    bits: 8,
    progressive: true,
    rates: [0, 60],
    closedGroups: true,
    squarePixels: true,
    sounds: ['aac-lc'],
    channels: 2,
    milliseconds: [500, 140_000],
    bytes: 512 * MEGABYTE,
    smallest: [32, 32],
    largest: [1280, 1024],
    shapes: [1 / 3, 3],
  },
} as const satisfies Record<string, Decoder>

/** What the decoder refuses about a video; undefined: it takes it. */
export function refusalOf(video: Video, decoder: Decoder): string | undefined {
  return [
    ...containerRefusals(video, decoder),
    ...pictureRefusals(video, decoder),
    ...soundRefusals(video, decoder),
  ][0]
}

const outside = (value: number | undefined, range: readonly [number, number] | undefined, edge = 0) =>
  range !== undefined && value !== undefined && (value < range[0] - edge || value > range[1] + edge)

/** Television calls 23.976 frames a second 24, and ticks are never exact. */
const RATE_EDGE = 0.1

function* containerRefusals({ facts, ...video }: Video, decoder: Decoder): Generator<string> {
  if (!decoder.mimes.includes(video.mime)) yield `container ${video.mime}`
  if (facts.cutOff) yield 'file is incomplete'
  if (outside(video.duration_ms, decoder.milliseconds)) yield `duration ${video.duration_ms} ms`
  if (outside(video.bytes.length, [decoder.leastBytes ?? 0, decoder.bytes]))
    yield `size ${video.bytes.length}`
  const perSecond = (video.bytes.length * 8_000) / Math.max(video.duration_ms, 1)
  if (perSecond > (decoder.bitsPerSecond ?? Number.POSITIVE_INFINITY)) yield 'bitrate'
  if (decoder.plainContainer && facts.editList) yield 'edit list'
  if (decoder.plainContainer && !facts.indexFirst) yield 'moov atom is not at the front'
}

function* pictureRefusals({ facts, width, height }: Video, decoder: Decoder): Generator<string> {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const [smallest, largest] = [decoder.smallest ?? [1, 1], decoder.largest ?? [long, long]]
  if (decoder.codecs && !decoder.codecs.includes(facts.codec)) yield `codec ${facts.codec}`
  if (decoder.bits && (facts.chroma ?? 1) !== 1) yield 'chroma is not 4:2:0'
  if (decoder.bits && (facts.bits ?? 8) > decoder.bits) yield `${facts.bits} bits`
  if (decoder.progressive && facts.interlaced) yield 'interlaced'
  if (outside(facts.rate, decoder.rates, RATE_EDGE)) yield `${facts.rate} frames per second`
  if (decoder.steady && !facts.steady) yield 'variable frame rate'
  if (decoder.closedGroups && facts.openGroups) yield 'open GOP'
  if (decoder.squarePixels && !facts.squarePixels) yield 'pixel aspect ratio'
  if (width > (decoder.widest ?? width)) yield `width ${width}`
  if (long < smallest[0] || short < smallest[1] || long > largest[0] || short > largest[1])
    yield `${width}x${height}`
  if (outside(width / height, decoder.shapes)) yield `aspect ratio ${width}:${height}`
}

function* soundRefusals({ facts: { sound } }: Video, decoder: Decoder): Generator<string> {
  if (!sound) return
  if (decoder.sounds && !decoder.sounds.includes(sound.codec)) yield `audio codec ${sound.codec}`
  if (sound.channels > (decoder.channels ?? sound.channels)) yield `${sound.channels} audio channels`
  if (sound.hertz > (decoder.hertz ?? sound.hertz)) yield `audio sample rate ${sound.hertz}`
}
