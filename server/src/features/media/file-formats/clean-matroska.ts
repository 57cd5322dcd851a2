import type { FileHandle } from 'node:fs/promises'
import { labelIn } from '#server/platform/pictures/digital-source-type.ts'

/** Elements of Matroska by their ids, as they stand in the file. */
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const CUES = 0x1c53bb6b
const EBML_HEAD = 0x1a45dfa3
const entered = [0x1549a966, 0x1654ae6b, 0xae]
/** Tags, attachments, chapters; in the information: title, date, file names; of a track its name. */
const personal = [0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x4461, 0x7384, 0x3c83ab, 0x3e83bb, 0x536e]
/** Names of programs have to be there: they are overwritten with spaces. */
const programs = [0x4d80, 0x5741]
const known = [EBML_HEAD, SEGMENT, CLUSTER, CUES, 0x114d9b74, ...entered]
const VOID = 0xec
const HEAD_BYTES_MAX = 12
/** An element is at least its id and its size. */
const VOID_BYTES_MIN = 2
const ELEMENT_BYTES_MAX = 16_000_000

type Element = { readonly id: number; readonly start: number; readonly content: number; readonly end: number }

/** As many bytes as the first one has zeros before its first bit, and one. */
const lengthOf = (first: number): number => Math.clz32(first) - 23

const readElement = async (file: FileHandle, at: number, end: number): Promise<Element | null> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES_MAX), 0, HEAD_BYTES_MAX, at)
  if (bytesRead < VOID_BYTES_MIN) return null
  const idBytes = lengthOf(buffer.readUInt8(0))
  if (idBytes > 4 || bytesRead <= idBytes) return null
  const sizeBytes = lengthOf(buffer.readUInt8(idBytes))
  if (sizeBytes > 8 || bytesRead < idBytes + sizeBytes) return null
  const id = buffer.readUIntBE(0, idBytes)
  const digits = [...buffer.subarray(idBytes, idBytes + sizeBytes)]
  const isOpen = digits.every((digit, index) => digit === (index === 0 ? (1 << (9 - sizeBytes)) - 1 : 255))
  const size = digits.reduce(
    (sum, digit, index) => sum * 256 + (index ? digit : digit & (255 >> sizeBytes)),
    0,
  )
  const content = at + idBytes + sizeBytes
  return { id, start: at, content, end: isOpen ? end : Math.min(end, content + size) }
}

/** An empty element of the same length. */
const voidOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt8(VOID)
  if (length < 9) bytes.writeUInt8(0x80 | (length - 2), 1)
  else {
    bytes.writeUInt8(0x01, 1)
    bytes.writeUIntBE(length - 9, 3, 6)
  }
  return bytes
}

/** Overwrites tags, attachments, names and dates. Pictures and sounds stay byte by byte. @returns the digital source type */
export const cleanMatroska = async (file: FileHandle): Promise<string | null> => {
  const { size } = await file.stat()
  let label: string | null = null
  const clean = async (from: number, to: number): Promise<void> => {
    let at = from
    while (at < to) {
      const element = await readElement(file, at, to)
      if (element === null || element.end <= at) return
      const { id, start, content, end } = element
      const isLarge = end - start > ELEMENT_BYTES_MAX
      if (personal.includes(id) || (from !== 0 && to === size && !known.includes(id))) {
        const { buffer } = await file.read(
          Buffer.alloc(isLarge ? 0 : end - start),
          0,
          isLarge ? 0 : end - start,
          start,
        )
        label ??= labelIn(buffer)
        const empty = voidOf(end - start)
        await file.write(empty, 0, empty.length, start)
      } else if (programs.includes(id))
        await file.write(Buffer.alloc(end - content, ' '), 0, end - content, content)
      else if (id === SEGMENT || entered.includes(id)) await clean(content, end)
      at = end
    }
  }
  await clean(0, size)
  return label
}
