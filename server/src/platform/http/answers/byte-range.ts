/** A part of a file in bytes, both ends inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * `bytes=0-99`, `bytes=100-` and `bytes=-100` (the last hundred, for which the file's size is read). Anything else, such as several parts
 * at once, is the whole file, as the standard allows.
 */
export const parseRange = async (
  header: string | undefined,
  sizeOf: () => Promise<number>,
): Promise<ByteRange | undefined> => {
  const [, start = '', end = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (start === '' && end === '') return undefined
  if (start === '') {
    const bytes = await sizeOf()
    return { start: Math.max(0, bytes - Number(end)), end: bytes }
  }
  const last = end === '' ? Number.MAX_SAFE_INTEGER : Number(end)
  return last >= Number(start) ? { start: Number(start), end: last } : undefined
}
