/** Thrown where this machine could not do in time what was asked, although it may be able to later. Answered with 503 and these words. */
export class TryAgain extends Error {
  readonly statusCode = 503
}
