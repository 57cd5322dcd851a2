/** What a workbook of 1,000 posts needs is a tenth of it; unpacking happens in memory. */
const UNPACKED_MAX = 30_000_000
const ENTRIES_MAX = 500

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
/** Before the end: where a second directory is, of files beyond 4 GB. */
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LONGEST_COMMENT = 0xffff

/**
 * Whether a zip file says of itself that it stays within what is unpacked here, read from its directory before anything is unpacked: a
 * small file can hold gigabytes. What unpacks it gives each entry the room that this directory names, and no more (decision 58). A file that
 * has two directories, or two numbers of entries, says different things to different readers.
 */
export const isRoomyWorkbook = (bytes: Buffer): boolean => {
  const end = findEnd(bytes)
  if (end === null) return false
  const entries = bytes.readUInt16LE(end + 10)
  if (entries > ENTRIES_MAX || entries !== bytes.readUInt16LE(end + 8)) return false
  if (end >= LOCATOR_BYTES && bytes.readUInt32LE(end - LOCATOR_BYTES) === LOCATOR_SIGNATURE) return false
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return false
    // One that is stored as it is takes what it is long, whatever its other size.
    unpacked += Math.max(bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24))
    at +=
      ENTRY_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return unpacked <= UNPACKED_MAX
}

/** Where the end of the directory is written: last in the file, before a comment. */
const findEnd = (bytes: Buffer): number | null => {
  const least = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= least; at--)
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  return null
}
