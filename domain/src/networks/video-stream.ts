/**
 * How a video is encoded, as its headers say: `chroma` like `4:2:0`, `frame_rate` the average of a second. `codec` and that of the sound in
 * lower case, AAC as `aac-lc` or `aac-he`. (docs/product/media.md "File")
 */
export type VideoStream = {
  codec: string
  profile: string | null
  chroma: string | null
  bit_depth: number | null
  dynamic_range: 'sdr' | 'hlg' | 'pq'
  /** Colours beyond those of BT.709. */
  is_wide_gamut: boolean
  frame_rate: number | null
  has_constant_rate: boolean
  is_interlaced: boolean
  has_square_pixels: boolean
  is_closed_gop: boolean
  /** Null: silent. */
  audio: { codec: string; channels: number; hertz: number } | null
  has_edit_list: boolean
  is_index_first: boolean
}

/** How a video must be encoded. What is left out is not limited. */
export type StreamRules = {
  codecs?: readonly VideoStream['codec'][]
  /** Colour at half resolution with 8 bits, without interlaced pictures: all that the network decodes. */
  isPlain?: true
  framesPerSecond?: { least: number; most: number }
  /** The same time between all pictures. */
  isConstantRate?: true
  isClosedGop?: true
  hasSquarePixels?: true
  audioCodecs?: readonly string[]
  audioChannelsMax?: number
  audioHertzMax?: number
  /** Bits a second, of the whole file. */
  bitrateMax?: number
  /** The index before the pictures, and no edit list. */
  isPlainContainer?: true
}

const codecNames: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'H.265 (HEVC)',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
}

const soundNames: Readonly<Record<string, string>> = { 'aac-lc': 'AAC', 'aac-he': 'HE-AAC' }

/** A technical name as people know it. */
const nameOf = (names: Readonly<Record<string, string>>, name: string): string =>
  names[name] ?? name.toUpperCase()

const rounded = (rate: number): string => String(Math.round(rate * 100) / 100)
/** 59.94 and its like are measured from whole ticks, and never exact. */
const RATE_TOLERANCE = 0.05

type Measured = { readonly bytes: number; readonly seconds: number | null }

/**
 * What of a video's encoding the network would not take, each as words that complete “the video …”. High dynamic range is named for every
 * network: none documents it, and those that take it show it washed out. (docs/product/media.md "Converted videos")
 */
export function streamProblems(rules: StreamRules, stream: VideoStream, file: Measured): string[] {
  return [
    ...pictureProblems(rules, stream),
    ...timeProblems(rules, stream),
    ...soundProblems(rules, stream.audio),
    ...fileProblems(rules, stream, file),
  ]
}

function pictureProblems(rules: StreamRules, stream: VideoStream): string[] {
  const found: string[] = []
  if (rules.codecs && !rules.codecs.includes(stream.codec)) {
    const taken = rules.codecs.map(codec => nameOf(codecNames, codec)).join(' or ')
    found.push(`is encoded as ${nameOf(codecNames, stream.codec)} instead of ${taken}`)
  }
  const { chroma, bit_depth: bits } = stream
  if (rules.isPlain && chroma !== null && chroma !== '4:2:0')
    found.push(`has colours in ${chroma} instead of 4:2:0`)
  if (rules.isPlain && (bits ?? 8) > 8) found.push(`has ${bits} bits a colour instead of 8`)
  if (rules.isPlain && stream.is_interlaced) found.push('is interlaced')
  if (rules.hasSquarePixels && !stream.has_square_pixels) found.push('has pixels that are not square')
  if (stream.dynamic_range !== 'sdr')
    found.push(`is HDR (${stream.dynamic_range.toUpperCase()}), whose colours would be washed out`)
  else if (stream.is_wide_gamut) found.push('has colours that only few screens show')
  return found
}

function timeProblems(rules: StreamRules, stream: VideoStream): string[] {
  const { framesPerSecond: range } = rules
  const { frame_rate: rate } = stream
  const found: string[] = []
  if (range && rate !== null && rate < range.least - RATE_TOLERANCE)
    found.push(`has ${rounded(rate)} frames a second instead of at least ${range.least}`)
  if (range && rate !== null && rate > range.most + RATE_TOLERANCE)
    found.push(`has ${rounded(rate)} frames a second instead of at most ${range.most}`)
  if (rules.isConstantRate && !stream.has_constant_rate) found.push('has a frame rate that varies')
  if (rules.isClosedGop && !stream.is_closed_gop)
    found.push('has groups of pictures that depend on each other')
  return found
}

function soundProblems(rules: StreamRules, audio: VideoStream['audio']): string[] {
  if (audio === null) return []
  const { audioCodecs: codecs, audioChannelsMax: channels, audioHertzMax: hertz } = rules
  const found: string[] = []
  if (codecs && !codecs.includes(audio.codec)) {
    const taken = codecs.map(codec => nameOf(soundNames, codec)).join(' or ')
    found.push(`has sound in ${nameOf(soundNames, audio.codec)} instead of ${taken}`)
  }
  if (channels !== undefined && audio.channels > channels)
    found.push(`has ${audio.channels} channels of sound instead of ${channels}`)
  if (hertz !== undefined && audio.hertz > hertz)
    found.push(`has sound with ${audio.hertz / 1000} kHz instead of ${hertz / 1000}`)
  return found
}

function fileProblems(rules: StreamRules, stream: VideoStream, { bytes, seconds }: Measured): string[] {
  const found: string[] = []
  const { bitrateMax: most } = rules
  if (most !== undefined && seconds && (bytes * 8) / seconds > most)
    found.push(`has more than ${most / 1_000_000} megabits a second`)
  if (rules.isPlainContainer && stream.has_edit_list) found.push('has an edit list')
  if (rules.isPlainContainer && !stream.is_index_first) found.push('has its index behind the pictures')
  return found
}

/** What an encoder of ours makes of it: every network takes it. */
export const convertedStream = (stream: VideoStream): VideoStream => ({
  ...stream,
  codec: 'h264',
  chroma: '4:2:0',
  bit_depth: 8,
  dynamic_range: 'sdr',
  is_wide_gamut: false,
  is_interlaced: false,
  has_square_pixels: true,
  is_closed_gop: true,
  frame_rate: constantRateFor(stream.frame_rate),
  has_constant_rate: true,
  audio: stream.audio && { codec: 'aac-lc', channels: 2, hertz: 48_000 },
  ...plainContainer,
})

/** What packing it anew makes of it, without encoding it anew. */
export const repackedStream = (stream: VideoStream): VideoStream => ({ ...stream, ...plainContainer })

const plainContainer = { has_edit_list: false, is_index_first: true }

/** Frame rates of films and television, so that a measured 29.83 is played without a stutter. */
const usualRates = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60] as const

/** The constant rate that a video gets: the usual one nearest to its own; 30 if that is unknown. Whole 24 for what is slower. */
export function constantRateFor(rate: number | null): number {
  if (rate === null) return 30
  if (rate < 23.9) return 24
  return usualRates.reduce((best, usual) => (Math.abs(usual - rate) < Math.abs(best - rate) ? usual : best))
}
