import type { TableEncoding } from '#domain/imports/encodings.ts'

const WORDS_MAX = 3
const LONGEST_WORD = 24
/** Where words end: below 128 all encodings but UTF-16 are the same. */
const isSeparator = (byte: number): boolean => byte <= 0x2f || byte === 0x3b || byte === 0x7c

const bytesOf = (bytes: Uint8Array): Uint8Array[] => {
  const words: Uint8Array[] = []
  for (let at = bytes.findIndex(byte => byte > 127); at >= 0 && words.length < WORDS_MAX; ) {
    let [start, end] = [at, at]
    while (start > 0 && !isSeparator(bytes[start - 1] ?? 0)) start -= 1
    while (end < bytes.length && !isSeparator(bytes[end] ?? 0)) end += 1
    words.push(bytes.subarray(start, Math.min(end, start + LONGEST_WORD)))
    const next = bytes.subarray(end).findIndex(byte => byte > 127)
    at = next < 0 ? -1 : end + next
  }
  return words
}

/** The first words that differ between encodings, as this one reads them. Empty for a text without such words. */
export const sampleOf = (bytes: Uint8Array, encoding: TableEncoding): string => {
  // Its letters have two bytes, so that there are no such words.
  if (encoding.startsWith('UTF-16')) return ''
  const words = bytesOf(bytes).map(word => new TextDecoder(encoding).decode(word).trim())
  return [...new Set(words)].join(' ')
}
