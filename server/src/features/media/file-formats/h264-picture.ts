import type { VideoStream } from '#domain/networks/video-stream.ts'

/** What the pictures of a video are. */
export type PictureFacts = Pick<VideoStream, 'profile' | 'chroma' | 'bit_depth' | 'is_interlaced'>

const profiles: Readonly<Record<number, string>> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
}
/** Those whose parameters name chroma and bits; the others always have 4:2:0 and 8. */
const namingProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
const chromas = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const
const unknown: PictureFacts = { profile: null, chroma: null, bit_depth: null, is_interlaced: false }

/** Bits from the left, and the numbers of H.264, 9.1, which are as long as they are large. */
const bitReader = (bytes: Buffer) => {
  let at = 0
  const bit = (): number => {
    const byte = bytes.readUInt8(at >> 3)
    return (byte >> (7 - (at++ & 7))) & 1
  }
  const unsigned = (): number => {
    let zeros = 0
    while (bit() === 0) zeros++
    let value = 1
    for (let index = 0; index < zeros; index++) value = value * 2 + bit()
    return value - 1
  }
  const signed = (): number => {
    const value = unsigned()
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2
  }
  return { bit, unsigned, signed }
}

type Reader = ReturnType<typeof bitReader>

const skipScalingList = ({ signed }: Reader, length: number): void => {
  let [last, next] = [8, 8]
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + signed() + 256) % 256
    last = next === 0 ? last : next
  }
}

const readChroma = (reader: Reader) => {
  const kind = reader.unsigned()
  if (kind === 3) reader.bit()
  const bits = reader.unsigned() + 8
  reader.unsigned()
  reader.bit()
  const lists = reader.bit() ? (kind === 3 ? 12 : 8) : 0
  for (let list = 0; list < lists; list++) if (reader.bit()) skipScalingList(reader, list < 6 ? 16 : 64)
  return { chroma: chromas[kind] ?? null, bit_depth: bits }
}

const skipOrder = (reader: Reader): void => {
  const kind = reader.unsigned()
  if (kind === 0) reader.unsigned()
  if (kind !== 1) return
  reader.bit()
  reader.signed()
  reader.signed()
  for (let count = reader.unsigned(); count > 0; count--) reader.signed()
}

/** The sequence's parameters, H.264, 7.3.2.1.1, as far as we need them. */
const readParameters = (bytes: Buffer): PictureFacts => {
  const profile = bytes.readUInt8(1)
  const reader = bitReader(bytes.subarray(4))
  reader.unsigned()
  const colours = namingProfiles.includes(profile)
    ? readChroma(reader)
    : { chroma: '4:2:0' as const, bit_depth: 8 }
  reader.unsigned()
  skipOrder(reader)
  reader.unsigned()
  reader.bit()
  reader.unsigned()
  reader.unsigned()
  return { profile: profiles[profile] ?? `Profile ${profile}`, ...colours, is_interlaced: reader.bit() === 0 }
}

/** A byte 3 after two zeros is only there so that no start is seen inside. */
const unescaped = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\0\0\x03', '\0\0'), 'latin1')

/** From the configuration record of ISO/IEC 14496-15, 5.3.3, whose first entry is the parameters of the sequence. */
export const h264PictureOf = (record: Buffer | null): PictureFacts => {
  if (record === null || record.length < 12) return unknown
  const length = record.readUInt16BE(6)
  try {
    return readParameters(unescaped(record.subarray(8, 8 + length)))
  } catch (error) {
    // Broken parameters end before they should.
    if (error instanceof RangeError) return unknown
    throw error
  }
}
