import pLimit from 'p-limit'

/** One picture at a time per process, for all callers together: decoding a large one takes hundreds of megabytes. */
export const decodeInTurn = pLimit(1)
