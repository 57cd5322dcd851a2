/**
 * Whether sharp failed because the bytes are not a picture, or a damaged or enormous one. It throws plain errors without a code for
 * these; other kinds of error are our fault, and so are a missing file and exhausted memory.
 */
export const isDamagedPicture = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor === Error &&
  !error.message.startsWith('Input file is missing') &&
  !error.message.includes('out of memory')
