import { inflateSync } from 'node:zlib'

/**
 * IPTC's names for how a picture came to be; those that say that a machine made it come first. In C2PA's CBOR the letters of the next
 * key follow a name without a mark, so that only known names tell where one ends.
 */
const NAMES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
  'algorithmicallyEnhanced',
  'dataDrivenMedia',
  'virtualRecording',
  'multiFrameComputationalCapture',
  'computationalCapture',
  'digitalCapture',
  'compositeCapture',
  'composite',
  'digitalCreation',
  'digitalArt',
  'minorHumanEdits',
  'humanEdits',
  'negativeFilm',
  'positiveFilm',
  'print',
  'screenCapture',
  'softwareImage',
]

const PLACE = 'digitalsourcetype/'
/** The longest first: "composite" begins other names. */
const NAME = new RegExp(`${PLACE}(${NAMES.toSorted((a, b) => b.length - a.length).join('|')})`, 'g')

/** A file may name many, also those of the pictures that it was made of. */
const namedIn = (bytes: Buffer): string | null => {
  // Nearly none does, and looking for one text takes a tenth of the time.
  if (!bytes.includes(PLACE)) return null
  const found = new Set(Array.from(bytes.toString('latin1').matchAll(NAME), ([, name]) => name))
  return NAMES.find(name => found.has(name)) ?? null
}

/** How a file says that it came to be, in IPTC's words, wherever it says so: XMP or C2PA. Null: it says nothing. */
export const labelIn = (bytes: Buffer): string | null => {
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  return namedIn(bytes) ?? (isPng ? packedIn(bytes) : null)
}

/** XMP is small; what unpacks to more was made to fill the memory. */
const XMP_BYTES_MAX = 2_000_000

const KEYWORD = Buffer.from('XML:com.adobe.xmp\0', 'latin1')

/** A PNG may hold its XMP deflated: in `zTXt` behind one byte, in `iTXt` behind two and two more texts. */
const packedIn = (bytes: Buffer): string | null => {
  const at = bytes.indexOf(KEYWORD)
  if (at < 8) return null
  const after = at + KEYWORD.length
  const isPlain = bytes.toString('latin1', at - 4, at) === 'zTXt'
  const texts = isPlain ? after + 1 : bytes.indexOf(0, bytes.indexOf(0, after + 2) + 1) + 1
  const end = at + bytes.readUInt32BE(at - 8)
  try {
    return namedIn(inflateSync(bytes.subarray(texts, end), { maxOutputLength: XMP_BYTES_MAX }))
  } catch (error) {
    // Broken or far too long.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** XMP that says nothing but this. Networks show it as “AI content” (docs/product/media.md "What is taken out"). */
export const labelPacket = (label: string): string =>
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  `Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${label}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
