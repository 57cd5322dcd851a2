import { open, stat } from 'node:fs/promises'
import type { EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import { h264PictureOf, type PictureFacts } from './h264-picture.ts'
import { findBox, readBox, readTopBoxes, tracksOf } from './mp4-boxes.ts'

const codecs: Readonly<Record<string, string>> = { avc: 'h264' }
const WIDE_PRIMARIES = ['bt2020', 'smpte432', 'smpte431']
/** Enough to see whether the frame rate varies, and few enough to be read in a moment. */
const PACKETS_READ = 900
/** What ticks of a container round away, in seconds. */
const ROUNDING = 0.002
/** The share of frames that may come at another moment: the last one often does. */
const OTHERS_SHARE = 0.02

/** Profile, chroma and bits by what the codec's own configuration says. */
const pictureOf = async (track: InputVideoTrack): Promise<PictureFacts> => {
  const config = await track.getDecoderConfig()
  const description = config?.description
  const bytes = description ? Buffer.from(description as Uint8Array) : null
  const text = (await track.getCodecParameterString()) ?? ''
  switch (track.codec) {
    case 'avc':
      return h264PictureOf(bytes)
    case 'hevc':
      return hevcPictureOf(bytes)
    case 'vp8':
      return plainPicture
    case 'vp9':
      return vp9PictureOf(text.split('.'))
    case 'av1':
      return av1PictureOf(text.split('.'))
    default:
      return { ...plainPicture, chroma: null, bit_depth: null }
  }
}

const plainPicture: PictureFacts = { profile: null, chroma: '4:2:0', bit_depth: 8, is_interlaced: false }
const chromas = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const

const hevcProfiles: Readonly<Record<number, string>> = { 1: 'Main', 2: 'Main 10', 3: 'Main Still Picture' }

/** From the configuration record of ISO/IEC 14496-15, 8.3.3. */
const hevcPictureOf = (bytes: Buffer | null): PictureFacts => {
  if (bytes === null || bytes.length < 18) return { ...plainPicture, chroma: null, bit_depth: null }
  const flags = bytes.readUInt8(6)
  return {
    profile: hevcProfiles[bytes.readUInt8(1) & 0x1f] ?? 'Range Extensions',
    chroma: chromas[bytes.readUInt8(16) & 3] ?? null,
    bit_depth: (bytes.readUInt8(17) & 7) + 8,
    is_interlaced: (flags & 0x40) !== 0 && (flags & 0x80) === 0,
  }
}

/** `vp09.profile.level.bits.chroma…`; 0 and 1 are the two places of 4:2:0. */
const vp9PictureOf = ([, profile = '', , bits, chroma = '01']: readonly string[]): PictureFacts => ({
  ...plainPicture,
  profile: `Profile ${Number(profile)}`,
  bit_depth: Number(bits ?? 8) || 8,
  chroma: ['4:2:0', '4:2:0', '4:2:2', '4:4:4'][Number(chroma)] ?? null,
})

/** `av01.profile.level.bits.monochrome.chroma…`; chroma is two flags of subsampling and the place. */
const av1PictureOf = ([, profile = '', , bits, , chroma = '110']: readonly string[]): PictureFacts => ({
  ...plainPicture,
  profile: ['Main', 'High', 'Professional'][Number(profile)] ?? null,
  bit_depth: Number(bits ?? 8) || 8,
  chroma: chroma.startsWith('11') ? '4:2:0' : chroma.startsWith('10') ? '4:2:2' : '4:4:4',
})

const soundOf = (track: InputAudioTrack | null): VideoStream['audio'] => {
  if (track === null) return null
  const { codec, numberOfChannels: channels, sampleRate: hertz } = track
  return { codec: codec ?? 'unknown', channels, hertz }
}

/** AAC for its kind: 2 is low complexity, 5 and 29 are high efficiency. */
const namedSound = async (track: InputAudioTrack | null): Promise<VideoStream['audio']> => {
  const sound = soundOf(track)
  if (sound?.codec !== 'aac') return sound
  const kind = /^mp4a\.40\.(\d+)$/.exec((await track?.getCodecParameterString()) ?? '')?.[1]
  return { ...sound, codec: kind === '5' || kind === '29' ? 'aac-he' : 'aac-lc' }
}

/** The moments of the first frames, in seconds, in the order in which they are shown. */
const momentsOf = async (track: InputVideoTrack): Promise<number[]> => {
  const { EncodedPacketSink } = await import('mediabunny')
  const moments: number[] = []
  for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    moments.push(timestamp)
    if (moments.length === PACKETS_READ) break
  }
  return moments.sort((a, b) => a - b)
}

const timingOf = (moments: readonly number[]): Pick<VideoStream, 'frame_rate' | 'has_constant_rate'> => {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  if (moments.length < 2 || last <= first) return { frame_rate: null, has_constant_rate: true }
  const between = (last - first) / (moments.length - 1)
  const others = moments
    .slice(1)
    .filter((moment, index) => Math.abs(moment - (moments[index] ?? 0) - between) > ROUNDING)
  return {
    frame_rate: Math.round(1000 / between) / 1000,
    has_constant_rate: others.length <= Math.max(1, moments.length * OTHERS_SHARE),
  }
}

/** H.264: a picture that resets everything before it. H.265: one that no leading picture reaches across. */
const isClosed = (packet: EncodedPacket, codec: string | null): boolean => {
  const bytes = Buffer.from(packet.data)
  let at = 0
  while (at + 5 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    const first = bytes.readUInt8(at + 4)
    const type = codec === 'avc' ? first & 0x1f : (first >> 1) & 0x3f
    if (codec === 'avc' && type >= 1 && type <= 5) return type === 5
    if (codec === 'hevc' && type < 32) return type !== 21
    at += 4 + size
  }
  return true
}

/** Judged by the second place where playing can start; the first one is always closed. */
const hasClosedGroups = async (track: InputVideoTrack): Promise<boolean> => {
  if (track.codec !== 'avc' && track.codec !== 'hevc') return true
  const { EncodedPacketSink } = await import('mediabunny')
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  const second = first && (await sink.getNextKeyPacket(first))
  return second === null || isClosed(second, track.codec)
}

/** What only the container of an MP4 says. Others have neither. */
const containerOf = async (path: string): Promise<Pick<VideoStream, 'has_edit_list' | 'is_index_first'>> => {
  const file = await open(path)
  try {
    const top = await readTopBoxes(file, (await stat(path)).size)
    const index = top.find(({ type }) => type === 'moov')
    const moov = index && (await readBox(file, index))
    if (!index || !moov) return { has_edit_list: false, is_index_first: true }
    const first = top.find(({ type }) => type === 'mdat' || type === 'moov')
    return {
      has_edit_list: tracksOf(moov).some(({ box }) => findBox(moov, box, 'edts', 'elst') !== null),
      is_index_first: first?.type === 'moov',
    }
  } finally {
    await file.close()
  }
}

/** How a video is encoded; null: it holds no frame. */
export const readStream = async (
  path: string,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<VideoStream | null> => {
  const moments = await momentsOf(video)
  if (moments.length === 0) return null
  const colours = await video.getColorSpace()
  const { num, den } = await video.getPixelAspectRatio()
  const transfer = String(colours.transfer)
  return {
    codec: codecs[video.codec ?? ''] ?? video.codec ?? String(video.internalCodecId ?? 'unknown').trim(),
    ...(await pictureOf(video)),
    dynamic_range: transfer === 'hlg' ? 'hlg' : transfer === 'pq' ? 'pq' : 'sdr',
    is_wide_gamut: WIDE_PRIMARIES.includes(String(colours.primaries)),
    ...timingOf(moments),
    has_square_pixels: num === den,
    is_closed_gop: await hasClosedGroups(video),
    audio: await namedSound(audio),
    ...(await containerOf(path)),
  }
}
