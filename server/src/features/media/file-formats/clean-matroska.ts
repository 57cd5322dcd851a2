import { type FileHandle, open } from 'node:fs/promises'
import { labelIn } from '#server/platform/pictures/digital-source-type.ts'

/** Elements of Matroska by their ids, as they stand in the file. */
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const CUES = 0x1c53bb6b
const EBML_HEAD = 0x1a45dfa3
const [INFORMATION, TRACKS, TRACK, PICTURE, SOUND] = [0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0xe1]
const [TRACK_NUMBER, TRACK_TYPE] = [0xd7, 0x83]
const [BLOCK_GROUP, BLOCK, SIMPLE_BLOCK] = [0xa0, 0xa1, 0xa3]
/** Names of programs have to be there: they are overwritten with spaces. */
const programs = [0x4d80, 0x5741]
/** What each element may hold; what is not named is overwritten: tags, attachments, chapters, titles, dates, names, and what makers add. */
const kept: Readonly<Record<number, readonly number[]>> = {
  [EBML_HEAD]: [0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285],
  [SEGMENT]: [CLUSTER, CUES, 0x114d9b74, INFORMATION, TRACKS],
  [INFORMATION]: [0x2ad7b1, 0x4489, ...programs],
  [TRACKS]: [TRACK],
  [TRACK]: [
    ...[TRACK_NUMBER, TRACK_TYPE, PICTURE, SOUND, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383],
    ...[0x234e7a, 0x23314f, 0x55ee, 0x22b59c, 0x22b59d, 0x86, 0x63a2, 0xaa, 0x56aa, 0x56bb, 0x6d80],
  ],
  [PICTURE]: [
    ...[0x9a, 0x9d, 0x53b8, 0x53c0, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2],
    ...[0x54b3, 0x2eb524, 0x2fb523, 0x55b0],
  ],
  [SOUND]: [0xb5, 0x78b5, 0x9f, 0x6264],
  [CLUSTER]: [0xe7, 0xa7, 0xab, BLOCK_GROUP, SIMPLE_BLOCK],
  [BLOCK_GROUP]: [BLOCK, 0x9b, 0xfb, 0x75a2, 0x75a1],
}
/** Of a track: pictures and sounds. */
const watched = [1, 2]
const VOID = 0xec
/** What lies in a segment: the beginning of the next one ends an element that does not say its length, as browsers record. */
const inSegment = [CLUSTER, CUES, INFORMATION, TRACKS, 0x114d9b74, 0x1941a469, 0x1043a770, 0x1254c367]
const HEAD_BYTES_MAX = 12
/** An element is at least its id and its size. */
const VOID_BYTES_MIN = 2
const ELEMENT_BYTES_MAX = 16_000_000

type Element = {
  readonly id: number
  readonly start: number
  readonly content: number
  readonly end: number
  /** It is longer than what it lies in. */
  readonly isCut: boolean
}

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
  const close = isOpen ? (id === CLUSTER ? await endOfOpen(file, content, end) : end) : content + size
  return { id, start: at, content, end: Math.min(end, close), isCut: close > end }
}

const endOfOpen = async (file: FileHandle, content: number, end: number): Promise<number> => {
  for await (const element of elementsIn(file, { content, end }))
    if (isBeyondCluster(element)) return element.start
  return end
}

/** How far readers look for the next element that they know. */
const SEARCH_BYTES_MAX = 10 * 2 ** 20

const isBeyondCluster = ({ id }: Element): boolean =>
  inSegment.includes(id) || id === SEGMENT || id === EBML_HEAD

/** Whether the elements of a cluster follow each other to its end. `size`: of the file, which may end too early. */
const isClusterWhole = async (file: FileHandle, cluster: Element, size: number): Promise<boolean> => {
  let at = cluster.content
  for await (const element of elementsIn(file, cluster)) {
    if (isBeyondCluster(element) || (element.isCut && cluster.end < size)) return false
    at = element.end
  }
  return cluster.end - at < VOID_BYTES_MIN
}

/** Whether a reader finds the end of a segment, with no more than some unknown elements between those that it knows. */
const isSegmentWhole = async (file: FileHandle, segment: Element, size: number): Promise<boolean> => {
  let at = segment.content
  let unknownFrom: number | null = null
  for await (const element of elementsIn(file, segment)) {
    const { id, start, end } = element
    at = end
    if (id === CLUSTER && !(await isClusterWhole(file, element, size))) return false
    if (id === VOID) continue
    if (!inSegment.includes(id)) unknownFrom ??= start
    else if (unknownFrom !== null && start - unknownFrom >= SEARCH_BYTES_MAX) return false
    else unknownFrom = null
  }
  return unknownFrom === null && segment.end - at < VOID_BYTES_MIN
}

/**
 * Whether the file can be read: from what it does not know, the library of videos searches for the next element, and where none comes it
 * never ends (its version 1.61.0).
 */
export const isMatroskaWhole = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for await (const element of elementsIn(file, { content: 0, end: size })) {
      if (element.id === CLUSTER) return false
      if (element.id === SEGMENT && !(await isSegmentWhole(file, element, size))) return false
    }
    return true
  } finally {
    await file.close()
  }
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

/** The numbers of the tracks that are neither pictures nor sounds: subtitles, and what cameras note beside the film. */
const otherTracks = async (file: FileHandle, tracks: Element): Promise<Set<number>> => {
  const others = new Set<number>()
  for await (const track of elementsIn(file, tracks)) {
    let [number, type] = [0, 0]
    if (track.id !== TRACK) continue
    for await (const field of elementsIn(file, track)) {
      if (field.id === TRACK_NUMBER) number = await readNumber(file, field)
      if (field.id === TRACK_TYPE) type = await readNumber(file, field)
    }
    if (!watched.includes(type)) others.add(number)
  }
  return others
}

async function* elementsIn(file: FileHandle, { content, end }: Pick<Element, 'content' | 'end'>) {
  for (let at = content; at < end; ) {
    const element = await readElement(file, at, end)
    if (element === null || element.end <= at) return
    yield element
    at = element.end
  }
}

const readNumber = async (file: FileHandle, { content, end }: Element): Promise<number> => {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(end - content),
    0,
    Math.min(end - content, 6),
    content,
  )
  return bytesRead === 0 ? 0 : buffer.readUIntBE(0, bytesRead)
}

/** The number of the track that a block belongs to stands at its beginning. */
const trackOfBlock = async (file: FileHandle, { content }: Element): Promise<number> => {
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, content)
  const bytes = lengthOf(buffer.readUInt8(0))
  return bytes > 4 ? 0 : buffer.readUIntBE(0, bytes) - 2 ** (7 * bytes)
}

/** Leaves an empty element in its place. @returns how the file came to be, if the element said so */
const overwrite = async (file: FileHandle, { start, end }: Element): Promise<string | null> => {
  const length = end - start
  const isSmall = length <= ELEMENT_BYTES_MAX
  const { buffer } = await file.read(Buffer.alloc(isSmall ? length : 0), 0, isSmall ? length : 0, start)
  const empty = voidOf(length)
  await file.write(empty, 0, empty.length, start)
  return labelIn(buffer)
}

/**
 * Overwrites what is not named above, and the blocks of tracks that nobody watches or hears. Pictures and sounds stay byte by byte.
 * @returns the digital source type
 */
export const cleanMatroska = async (file: FileHandle): Promise<string | null> => {
  const { size } = await file.stat()
  let label: string | null = null
  let others = new Set<number>()
  const isOther = async (element: Element): Promise<boolean> =>
    (element.id === SIMPLE_BLOCK || element.id === BLOCK) && others.has(await trackOfBlock(file, element))
  const clean = async (within: Element | null): Promise<void> => {
    const list = within === null ? [EBML_HEAD, SEGMENT] : (kept[within.id] ?? [])
    for await (const element of elementsIn(file, within ?? { content: 0, end: size })) {
      if (element.id === TRACKS) others = await otherTracks(file, element)
      if (!list.includes(element.id) || (await isOther(element)))
        label = (await overwrite(file, element)) ?? label
      else if (programs.includes(element.id)) {
        const { content, end } = element
        await file.write(Buffer.alloc(end - content, ' '), 0, end - content, content)
      } else if (kept[element.id]) await clean(element)
    }
  }
  await clean(null)
  // What follows the last segment belongs to nothing.
  let ends = 0
  for await (const { id, end } of elementsIn(file, { content: 0, end: size }))
    if (id === EBML_HEAD || id === SEGMENT) ends = end
  await file.truncate(ends)
  return label
}
