/** How many days the bin keeps what was deleted (docs/product/bin.md "How long"). */
export const BIN_DAYS = 30

const DAY = 24 * 3_600_000

/** What was deleted at this moment or later is still in the bin. */
export const binBegins = (now: Date): Date => new Date(now.getTime() - BIN_DAYS * DAY)

/** The instant, in ISO 8601, at which something deleted then leaves the bin for good. */
export const leavesBinAt = (deletedAt: Date): string =>
  new Date(deletedAt.getTime() + BIN_DAYS * DAY).toISOString()
