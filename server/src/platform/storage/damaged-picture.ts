/**
 * Whether sharp failed because the bytes are not a picture, or a damaged or enormous one. It throws plain errors without a code for this;
 * other kinds of error are ours, and so are a file that is missing and memory that has run out.
 */
export const isDamagedPicture = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor === Error &&
  !error.message.startsWith('Input file is missing') &&
  !error.message.includes('out of memory')
