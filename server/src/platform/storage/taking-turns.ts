import pLimit from 'p-limit'

/** Does the work when its person's turn comes; null: so much of theirs waits already that it is not done. */
export type TakeTurn = <T>(userId: number, work: () => Promise<T>) => Promise<T> | null

/** One piece of work at a time, in which people take turns: one person's hundred photos hold up nobody else's single one. */
export const takingTurns = (mostOfOne: number): TakeTurn => {
  const one = pLimit(1)
  const queues = new Map<number, { readonly next: ReturnType<typeof pLimit>; pieces: number }>()
  return (userId, work) => {
    const own = queues.get(userId) ?? { next: pLimit(1), pieces: 0 }
    if (own.pieces >= mostOfOne) return null
    own.pieces += 1
    queues.set(userId, own)
    return own
      .next(() => one(work))
      .finally(() => {
        own.pieces -= 1
        if (own.pieces === 0) queues.delete(userId)
      })
  }
}
