import { afterEach, describe, expect, it } from 'vitest'
import { chooseMediaLimits, type MediaLimits } from '#domain/networks/media-limits.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Video } from './platform/video.ts'
import { type Decoder, decoders, refusalOf } from './platform/video-refusals.ts'

// Every number about videos, broken by one: Galley's rules and the sandbox's share no code, and what Galley takes the network takes.

type Facts = {
  ms: number
  bytes: number
  width: number
  height: number
  rate: number
  bits: number
  channels: number
  hertz: number
}
type Dimension =
  | 'milliseconds'
  | 'bytes'
  | 'long side'
  | 'short side'
  | 'width'
  | 'narrowest'
  | 'widest'
  | 'frames a second'
  | 'bits a colour'
  | 'channels'
  | 'hertz'
  | 'bits a second'

const plain: Facts = {
  ms: 12_000,
  bytes: 1_000_000,
  width: 1280,
  height: 720,
  rate: 30,
  bits: 8,
  channels: 2,
  hertz: 48_000,
}
const upright: Facts = { ...plain, width: 1080, height: 1920 }

const ways = {
  'Facebook video': ['facebook', 'single_video', decoders.facebookFeed, plain],
  'Facebook reel': ['facebook', 'single_video', decoders.facebookReel, upright],
  'Facebook story': ['facebook', 'video_story', decoders.facebookStory, upright],
  'Instagram reel': ['instagram', 'single_video', decoders.instagramReel, upright],
  'Instagram story': ['instagram', 'video_story', decoders.instagramStory, upright],
  'Instagram carousel': ['instagram', 'multi_video', decoders.instagramItem, upright],
  'LinkedIn video': ['linkedin', 'single_video', decoders.linkedin, plain],
  'Twitter video': ['twitter', 'single_video', decoders.twitter, plain],
} as const satisfies Record<string, readonly [SocialNetwork, PostType, Decoder, Facts]>
type Way = keyof typeof ways

const fileOf = (facts: Facts): MediaFile => ({
  kind: 'video',
  contentType: 'video/mp4',
  bytes: facts.bytes,
  width: facts.width,
  height: facts.height,
  seconds: facts.ms / 1000,
  stream: {
    codec: 'h264',
    profile: 'High',
    chroma: '4:2:0',
    bit_depth: facts.bits,
    dynamic_range: 'sdr',
    is_wide_gamut: false,
    frame_rate: facts.rate,
    has_constant_rate: true,
    is_interlaced: false,
    has_square_pixels: true,
    is_closed_gop: true,
    audio: { codec: 'aac-lc', channels: facts.channels, hertz: facts.hertz },
    has_edit_list: false,
    is_index_first: true,
  },
})

const receivedOf = (facts: Facts): Video => ({
  // Only its length is asked for.
  bytes: { length: facts.bytes } as Buffer,
  mime: 'video/mp4',
  width: facts.width,
  height: facts.height,
  duration_ms: facts.ms,
  facts: {
    codec: 'avc',
    chroma: 1,
    bits: facts.bits,
    interlaced: false,
    rate: facts.rate,
    steady: true,
    openGroups: false,
    squarePixels: true,
    sound: { codec: 'aac-lc', channels: facts.channels, hertz: facts.hertz },
    editList: false,
    indexFirst: true,
    cutOff: false,
  },
})

const isTakenBy = {
  product: ([network, type]: (typeof ways)[Way], facts: Facts) =>
    fileProblems(network, type, fileOf(facts)).length === 0,
  sandbox: ([, , decoder]: (typeof ways)[Way], facts: Facts) =>
    refusalOf(receivedOf(facts), decoder) === undefined,
}

/** Least and most, both taken; null: there is no number, or none that another one does not come before. */
type Range = readonly [least: number | null, most: number | null]
type Row = {
  way: Way
  of: Dimension
  set: (value: number) => Partial<Facts>
  product: Range
  sandbox: Range
  limits?: MediaLimits
  /** Why the two differ. */
  because?: string
}

const ms = (value: number) => ({ ms: value })
const bytesOf = (length: number) => (bytes: number) => ({ bytes, ms: length })
const wide = (height: number) => (width: number) => ({ width, height })
const high = (width: number) => (height: number) => ({ width, height })
const rate = (value: number) => ({ rate: value })
const same = (...range: Range) => ({ product: range, sandbox: range })

const MIB = 1024 * 1024
const editor = 'the editor takes no video of 200 MB or more (docs/product/media.md "Limits")'
const todaysEditor = 'the editor takes no video of 512 MB or more (docs/product/media.md "Limits")'
const documents = 'the product’s own limit (docs/product/networks.md "Media limits")'
const million = 'a megabyte is a million bytes in the product (docs/product/networks.md "Media limits")'
const oneShape = 'one range for all its videos, the one of stories'

const rows: readonly Row[] = [
  {
    way: 'Facebook video',
    of: 'milliseconds',
    set: ms,
    product: [1_000, 1_200_000],
    sandbox: [1_000, 2_400_000],
    because: documents,
  },
  { way: 'Facebook video', of: 'milliseconds', set: ms, limits: 'current', ...same(1_000, 2_400_000) },
  {
    way: 'Facebook video',
    of: 'bytes',
    set: bytesOf(60_000),
    product: [1024, 199_999_999],
    sandbox: [1024, 2048 * MIB],
    because: editor,
  },
  {
    way: 'Facebook video',
    of: 'bytes',
    set: bytesOf(60_000),
    limits: 'current',
    product: [1024, 511_999_999],
    sandbox: [1024, 2048 * MIB],
    because: todaysEditor,
  },
  { way: 'Facebook reel', of: 'milliseconds', set: ms, ...same(3_000, 90_000) },
  { way: 'Facebook reel', of: 'long side', set: high(540), ...same(960, 960) },
  { way: 'Facebook reel', of: 'short side', set: wide(960), ...same(540, null) },
  { way: 'Facebook reel', of: 'narrowest', set: wide(1920), ...same(1080, null) },
  { way: 'Facebook story', of: 'milliseconds', set: ms, ...same(3_000, 60_000) },
  { way: 'Facebook story', of: 'long side', set: high(540), ...same(960, 960) },
  {
    way: 'Facebook story',
    of: 'short side',
    set: n => ({ width: n * 9, height: n * 16 }),
    ...same(60, null),
  },
  { way: 'Facebook story', of: 'narrowest', set: wide(1920), ...same(1080, 1080) },
  ...(['Facebook reel', 'Facebook story'] as const).flatMap((way): Row[] => [
    {
      way,
      of: 'bytes',
      set: bytesOf(60_000),
      product: [null, 199_999_999],
      sandbox: [null, 2048 * MIB],
      because: editor,
    },
    { way, of: 'frames a second', set: rate, ...same(24, 60) },
    { way, of: 'bits a colour', set: bits => ({ bits }), ...same(null, 8) },
    { way, of: 'channels', set: channels => ({ channels }), ...same(null, 2) },
    { way, of: 'hertz', set: hertz => ({ hertz }), ...same(null, 48_000) },
  ]),
  {
    way: 'Instagram reel',
    of: 'milliseconds',
    set: ms,
    product: [3_000, 60_000],
    sandbox: [3_000, 900_000],
    because: documents,
  },
  { way: 'Instagram reel', of: 'milliseconds', set: ms, limits: 'current', ...same(3_000, 900_000) },
  // A minute of 25 Mbit/s, which is less than what a file may hold.
  { way: 'Instagram reel', of: 'bytes', set: bytesOf(60_000), ...same(null, 187_500_000) },
  {
    way: 'Instagram reel',
    of: 'bytes',
    set: bytesOf(900_000),
    limits: 'current',
    product: [null, 300_000_000],
    sandbox: [null, 300 * MIB],
    because: million,
  },
  {
    way: 'Instagram story',
    of: 'bytes',
    set: bytesOf(60_000),
    limits: 'current',
    product: [null, 100_000_000],
    sandbox: [null, 100 * MIB],
    because: million,
  },
  {
    way: 'Instagram carousel',
    of: 'bytes',
    set: bytesOf(60_000),
    limits: 'current',
    ...same(null, 187_500_000),
  },
  ...(['Instagram story', 'Instagram carousel'] as const).flatMap((way): Row[] => [
    {
      way,
      of: 'milliseconds',
      set: ms,
      product: [3_000, 15_000],
      sandbox: [3_000, 60_000],
      because: documents,
    },
    { way, of: 'milliseconds', set: ms, limits: 'current', ...same(3_000, 60_000) },
  ]),
  ...(['Instagram reel', 'Instagram story', 'Instagram carousel'] as const).flatMap((way): Row[] => [
    { way, of: 'width', set: wide(1080), ...same(null, 1920) },
    way === 'Instagram story'
      ? { way, of: 'narrowest', set: wide(1000), ...same(100, null) }
      : {
          way,
          of: 'narrowest',
          set: wide(1000),
          product: [100, null],
          sandbox: [10, null],
          because: oneShape,
        },
    { way, of: 'widest', set: wide(100), ...same(null, 1000) },
    { way, of: 'frames a second', set: rate, ...same(23, 60) },
    { way, of: 'bits a colour', set: bits => ({ bits }), ...same(null, 8) },
    { way, of: 'channels', set: channels => ({ channels }), ...same(null, 2) },
    { way, of: 'hertz', set: hertz => ({ hertz }), ...same(null, 48_000) },
    { way, of: 'bits a second', set: rate => ({ ms: 8_000, bytes: rate }), ...same(null, 25_000_000) },
  ]),
  {
    way: 'LinkedIn video',
    of: 'milliseconds',
    set: ms,
    product: [3_000, 600_000],
    sandbox: [3_000, 1_800_000],
    because: documents,
  },
  { way: 'LinkedIn video', of: 'milliseconds', set: ms, limits: 'current', ...same(3_000, 1_800_000) },
  {
    way: 'LinkedIn video',
    of: 'bytes',
    set: bytesOf(60_000),
    product: [76_800, 199_999_999],
    sandbox: [76_800, 500 * MIB],
    because: editor,
  },
  {
    way: 'LinkedIn video',
    of: 'bytes',
    set: bytesOf(60_000),
    limits: 'current',
    product: [76_800, 500_000_000],
    sandbox: [76_800, 500 * MIB],
    because: million,
  },
  { way: 'LinkedIn video', of: 'long side', set: wide(2304), ...same(null, 4096) },
  { way: 'LinkedIn video', of: 'long side', set: high(2304), ...same(null, 4096) },
  { way: 'LinkedIn video', of: 'long side', set: wide(144), ...same(256, null) },
  { way: 'LinkedIn video', of: 'short side', set: high(4096), ...same(null, 2304) },
  { way: 'LinkedIn video', of: 'short side', set: high(256), ...same(144, null) },
  { way: 'LinkedIn video', of: 'narrowest', set: wide(1200), ...same(500, null) },
  { way: 'LinkedIn video', of: 'widest', set: wide(500), ...same(null, 1200) },
  { way: 'LinkedIn video', of: 'frames a second', set: rate, ...same(10, 60) },
  { way: 'LinkedIn video', of: 'bits a colour', set: bits => ({ bits }), ...same(null, 8) },
  { way: 'Twitter video', of: 'milliseconds', set: ms, ...same(500, 140_000) },
  { way: 'Twitter video', of: 'milliseconds', set: ms, limits: 'current', ...same(500, 140_000) },
  {
    way: 'Twitter video',
    of: 'bytes',
    set: bytesOf(60_000),
    product: [null, 15_000_000],
    sandbox: [null, 512 * MIB],
    because: documents,
  },
  {
    way: 'Twitter video',
    of: 'bytes',
    set: bytesOf(60_000),
    limits: 'current',
    product: [null, 511_999_999],
    sandbox: [null, 512 * MIB],
    because: todaysEditor,
  },
  { way: 'Twitter video', of: 'long side', set: wide(1024), ...same(null, 1280) },
  { way: 'Twitter video', of: 'long side', set: high(1024), ...same(null, 1280) },
  { way: 'Twitter video', of: 'short side', set: high(1280), ...same(null, 1024) },
  { way: 'Twitter video', of: 'short side', set: high(40), ...same(32, null) },
  { way: 'Twitter video', of: 'narrowest', set: wide(900), ...same(300, null) },
  { way: 'Twitter video', of: 'widest', set: wide(300), ...same(null, 900) },
  { way: 'Twitter video', of: 'frames a second', set: rate, ...same(null, 60) },
  { way: 'Twitter video', of: 'bits a colour', set: bits => ({ bits }), ...same(null, 8) },
  { way: 'Twitter video', of: 'channels', set: channels => ({ channels }), ...same(null, 2) },
]

afterEach(() => chooseMediaLimits('document'))

const nameOf = ({ way, of, limits = 'document' }: Row) => `${way}, ${of}, limits: ${limits}`

describe('A video at the edge of a number', () => {
  it.each(rows.map(row => [nameOf(row), row] as const))('is judged alike: %s', (_, row) => {
    chooseMediaLimits(row.limits ?? 'document')
    const way = ways[row.way]
    for (const by of ['product', 'sandbox'] as const) {
      const [least, most] = row[by]
      const takes = (value: number) => isTakenBy[by](way, { ...way[3], ...row.set(value) })
      if (least !== null) expect([by, takes(least), takes(least - 1)]).toEqual([by, true, false])
      if (most !== null) expect([by, takes(most), takes(most + 1)]).toEqual([by, true, false])
      // What Galley takes at the edge, the network takes.
      if (by === 'product')
        for (const edge of [least, most])
          if (edge !== null) expect(isTakenBy.sandbox(way, { ...way[3], ...row.set(edge) })).toBe(true)
    }
    expect(row.because !== undefined, 'a reason exactly where they differ').toBe(
      String(row.product) !== String(row.sandbox),
    )
  })

  /** The numbers that a rule or a decoder has, by the names of its fields. */
  const dimensionsOf: Readonly<Record<string, readonly Dimension[]>> = {
    milliseconds: ['milliseconds'],
    bytes: ['bytes'],
    leastBytes: ['bytes'],
    bits: ['bits a colour'],
    rates: ['frames a second'],
    channels: ['channels'],
    hertz: ['hertz'],
    widest: ['width'],
    smallest: ['long side', 'short side'],
    largest: ['long side', 'short side'],
    shapes: ['narrowest'],
    bitsPerSecond: ['bits a second'],
    minSeconds: ['milliseconds'],
    maxSeconds: ['milliseconds'],
    maxVideoSeconds: ['milliseconds'],
    minBytes: ['bytes'],
    maxBytes: ['bytes'],
    maxVideoBytes: ['bytes'],
    minSize: ['long side', 'short side'],
    maxSize: ['long side', 'short side'],
    maxWidth: ['width'],
    shape: ['narrowest'],
    narrowest: ['narrowest'],
    framesPerSecond: ['frames a second'],
    audioChannelsMax: ['channels'],
    audioHertzMax: ['hertz'],
    bitrateMax: ['bits a second'],
  }
  /** Fields without a number about the video, and those whose fields are looked at by themselves. */
  const others =
    'mimes codecs progressive steady closedGroups squarePixels sounds plainContainer fileTypes stream video uprightVideo kinds minFiles maxFiles text isPlain isConstantRate isClosedGop hasSquarePixels audioCodecs isPlainContainer'.split(
      ' ',
    )

  it.each(Object.keys(ways) as Way[])('has a row for each number of a %s', name => {
    const [network, type, decoder] = ways[name]
    const { types, video } = networks[network]
    const rules = types[type]
    const upright = name === 'Facebook reel' ? rules?.uprightVideo : undefined
    const stream = upright?.stream ?? rules?.stream ?? video.stream
    const fields = Object.entries({ ...video, ...rules, ...rules?.video, ...upright, ...stream, ...decoder })
      .filter(([field, value]) => value !== null && value !== undefined && !others.includes(field))
      .map(([field]) => field)
    const has = (of: Dimension) => rows.some(row => row.way === name && row.of === of)
    expect(fields.filter(field => !dimensionsOf[field]?.every(has))).toEqual([])
  })
})
