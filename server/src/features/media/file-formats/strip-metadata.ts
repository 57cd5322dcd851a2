/** JPEG segments that say where, when, with what and by whom: EXIF and XMP, IPTC, comments. Colour profiles stay. */
const personalSegments = [0xe1, 0xed, 0xfe]
const START_OF_SCAN = 0xda
const PNG_SIGNATURE_BYTES = 8
const personalChunks = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

/**
 * The picture without its metadata and with every pixel unchanged. Uploads are published and can be read by anyone with the address,
 * and the place where a photo was taken is private. Only which side is up (`orientation`, EXIF's 1 to 8) stays. Other types and
 * unexpected structures are returned unchanged.
 */
export const stripMetadata = (bytes: Buffer, contentType: string, orientation: number): Buffer => {
  if (contentType === 'image/jpeg') return cleanJpeg(bytes, orientation)
  return contentType === 'image/png' && orientation === 1 ? cleanPng(bytes) : bytes
}

const cleanJpeg = (bytes: Buffer, orientation: number): Buffer => {
  const kept: Buffer[] = [bytes.subarray(0, 2), ...(orientation === 1 ? [] : [exifOf(orientation)])]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (bytes.readUInt8(at) !== 0xff || end > bytes.length) return bytes
    if (marker === START_OF_SCAN) return Buffer.concat([...kept, bytes.subarray(at)])
    if (!personalSegments.includes(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return bytes
}

/** An EXIF segment whose only entry is 0x0112, Orientation. */
const exifOf = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from('ffe10022', 'hex'),
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.from(
      `00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`,
      'hex',
    ),
  ])

const cleanPng = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = [bytes.subarray(0, PNG_SIGNATURE_BYTES)]
  let at = PNG_SIGNATURE_BYTES
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return bytes
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!personalChunks.includes(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return bytes
}
