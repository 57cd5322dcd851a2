import { ApiError, isOutcomeUnknown } from '#web/platform/api-error.ts'

/** How many posts one call changes: few enough for a bar that moves, many enough that 500 posts are soon done. */
export const PIECE = 20

type Pieces<Row, Result> = {
  readonly results: Result[]
  /** The rows that were not sent, or whose call failed, and why. */
  readonly failed: readonly { readonly row: Row; readonly reason: string }[]
}

/** Sends rows piece by piece. After a failed call the rest is not sent: what failed once would fail for each of them. */
export const inPieces = async <Row, Result>(
  rows: readonly Row[],
  send: (piece: Row[]) => Promise<readonly Result[]>,
  onProgress: (done: number) => void,
): Promise<Pieces<Row, Result>> => {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += PIECE) {
    try {
      results.push(...(await send(rows.slice(start, start + PIECE))))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { message } = error
      // The answer was lost, and perhaps not the change.
      const sent = isOutcomeUnknown(error) ? `${message} It may have been changed all the same.` : message
      const failed = rows.slice(start).map((row, index) => ({ row, reason: index < PIECE ? sent : message }))
      return { results, failed }
    }
    onProgress(Math.min(start + PIECE, rows.length))
  }
  return { results, failed: [] }
}
