/** The kinds of things that the bin holds, in the order of its tabs. */
export const binKinds = ['post', 'day_label', 'campaign', 'hashtag_pool', 'media'] as const
export type BinKind = (typeof binKinds)[number]

/** How many days the bin keeps what was deleted (docs/product/bin.md "How long"). */
export const BIN_DAYS = 30

const DAY = 24 * 3_600_000

/** What was deleted at this moment or later is still in the bin. */
export const binBegins = (now: Date): Date => new Date(now.getTime() - BIN_DAYS * DAY)

/** The instant, in ISO 8601, at which something deleted then leaves the bin for good. */
export const leavesBinAt = (deletedAt: Date): string =>
  new Date(deletedAt.getTime() + BIN_DAYS * DAY).toISOString()

/** Whole days until then, the last one counted as 1; 0 when its time is over. A page's clock may be a little behind. `leavesAt`: ISO 8601. */
export const daysLeft = (leavesAt: string, now: Date): number =>
  Math.min(BIN_DAYS, Math.max(0, Math.ceil((new Date(leavesAt).getTime() - now.getTime()) / DAY)))
